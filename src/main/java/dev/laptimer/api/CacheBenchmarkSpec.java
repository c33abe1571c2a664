package dev.laptimer.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a CacheBenchmark compares, as the user wrote it. Every {@code ...OrDefault} method gives the
 * meaning of an absent field.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
@ValidationRule(
    value = "self.targets.all(t, self.targets.exists_one(u, u.name == t.name))",
    message = "targets must have names of their own: a name appears more than once in `targets`")
@ValidationRule(
    value =
        "!has(self.variants) || self.variants.all(v, self.variants.exists_one(w, w.name == v.name))",
    message = "variants must have names of their own: a name appears more than once in `variants`")
@ValidationRule(
    value =
        "!has(self.comparison) || !has(self.comparison.reference) || has(self.variants)"
            + " || self.targets.exists(t, t.name == self.comparison.reference)",
    message = "`comparison.reference` must be the name of one of `targets`")
@ValidationRule(
    value =
        "!has(self.comparison) || !has(self.comparison.phase)"
            + " || (has(self.workload) && has(self.workload.phases)"
            + " ? self.workload.phases.exists(p,"
            + " (has(p.name) ? p.name : p.operation.lowerAscii()) == self.comparison.phase)"
            + " : self.comparison.phase in ['set', 'get'])",
    message =
        "`comparison.phase` must be the name of one of `workload.phases` (a phase without a name is called as its"
            + " operation in lower case; without `workload.phases` there are 'set' and 'get')")
@ValidationRule(
    value =
        "has(self.variants) || !has(self.workload) || !has(self.workload.pipelineDepth)"
            + " || self.workload.pipelineDepth == 1"
            + " || self.targets.all(t, has(t.client)"
            + " ? t.client in ['Jedis', 'Lettuce', 'Raw'] : t.engine in ['Redis', 'Valkey'])",
    message =
        "`workload.pipelineDepth` above 1 needs clients that can send several operations together: Jedis, Lettuce or"
            + " Raw; Spymemcached (the default for Memcached), Xmemcached and MongoDriver wait for each answer, so give a"
            + " Memcached target the client 'Raw'")
public record CacheBenchmarkSpec(
    @JsonPropertyDescription("What is compared, 1 to 16 targets, in the order of the tables.")
        @Required
        @Size(min = 1, max = 16)
        List<Target> targets,
    @JsonPropertyDescription(
            "What is done to every target. Default: the classic comparison, 10,001 keys of 10 letters, values of 10"
                + " bytes, one lap of Set with 20 seconds to live, ten laps of Get, one connection.")
        Workload workload,
    @JsonPropertyDescription(
            "Deviations from targets and workload, 1 to 16: compared is then every target under every variant that fits"
                + " it, at most 16 in all, by names such as redis/raw. Default: the targets as they are.")
        @Size(min = 1, max = 16)
        List<Variant> variants,
    @JsonPropertyDescription(
            "How often every target is measured, 1 to 50; each round measures every target once, in random order, each"
                + " in a fresh process. Fewer than 6 rounds give no verdict. Default: 10.")
        @Min(1)
        @Max(50)
        Integer rounds,
    @JsonPropertyDescription(
            "What is compared with what. Default: every other target with the first one.")
        Comparison comparison,
    @JsonPropertyDescription("The pod that puts the load on the targets and measures.")
        Runner runner,
    @JsonPropertyDescription(
            "Seconds that the measuring may take, 10 to 86400; then the run fails as TimedOut, and what was measured is"
                + " kept. Default: 1800.")
        @Min(10)
        @Max(86400)
        Integer timeoutSeconds,
    @JsonPropertyDescription(
            "Seconds that servers and runner may take to start (images, scheduling, quota, Secrets), 5 to 86400; then"
                + " the run fails and says what it waited for. Default: 300.")
        @Min(5)
        @Max(86400)
        Integer startTimeoutSeconds,
    @JsonPropertyDescription(
            "If true no run starts and a run in progress is cancelled; a run that is already finished stays as it is."
                + " Default: false.")
        Boolean suspend,
    @JsonPropertyDescription("Asks for a run of its own.") RunToken run)
    implements BenchmarkSpec {

  public Workload workloadOrDefault() {
    return workload == null ? Workload.CLASSIC : workload;
  }

  @Override
  public String referenceOrDefault() {
    var reference = comparisonOrDefault().reference();
    return reference == null ? arms().get(0).name() : reference;
  }

  /** What is compared, in the order of the tables. */
  public List<ArmSpec> arms() {
    return ArmSpec.of(targets, variants);
  }

  @Override
  public List<Phase> timedPhases() {
    return workloadOrDefault().phasesOrDefault();
  }

  @Override
  public String comparedPhaseOrDefault() {
    var phases = workloadOrDefault().phasesOrDefault();
    var phase = comparisonOrDefault().phase();
    return phase == null ? phases.get(phases.size() - 1).nameOrDefault() : phase;
  }

  @Override
  public Optional<String> pricePerHour(String target) {
    return targets.stream()
        .filter(t -> t.name().equals(target))
        .findFirst()
        .map(Target::pricePerHour);
  }

  /** One thing to be timed. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  @ValidationRule(
      value = "has(self.server) != has(self.endpoint)",
      message =
          "a target must have exactly one of `server` (deployed for the run, {} takes every default) and `endpoint` (somebody else runs it)")
  @ValidationRule(
      value =
          "!has(self.client) || self.client in (self.engine == 'Memcached'"
              + " ? ['Spymemcached', 'Xmemcached', 'Raw'] : self.engine == 'MongoDB'"
              + " ? ['MongoDriver'] : ['Jedis', 'Lettuce', 'Raw'])",
      message =
          "`client` must fit `engine`: 'Jedis', 'Lettuce' or 'Raw' for Redis and Valkey, 'Spymemcached', 'Xmemcached'"
              + " or 'Raw' for Memcached, 'MongoDriver' for MongoDB")
  @ValidationRule(
      value =
          "!has(self.protocol)"
              + " || self.engine == 'Memcached' && !(has(self.client) && self.client == 'Raw')",
      message =
          "`protocol` may be chosen for Memcached with Spymemcached or Xmemcached only: the other clients speak one")
  @ValidationRule(
      value =
          "!has(self.protocol) || self.protocol == 'Binary'"
              + " || !has(self.endpoint) || !has(self.endpoint.auth)",
      message =
          "`protocol` must be 'Binary' or absent with `endpoint.auth`: a login to Memcached (SASL) is part of its"
              + " binary protocol only")
  @ValidationRule(
      value = "self.engine != 'Memcached' || !has(self.endpoint) || !has(self.endpoint.tls)",
      message =
          "`endpoint.tls` must be absent for Memcached: neither Spymemcached nor Xmemcached nor Raw has TLS")
  @ValidationRule(
      value =
          "!has(self.client) || self.client != 'Raw' || !has(self.endpoint) || !has(self.endpoint.tls)",
      message =
          "`endpoint.tls` must be absent for the client 'Raw': it speaks plain TCP only; Jedis and Lettuce have TLS")
  @ValidationRule(
      value =
          "!has(self.client) || self.engine != 'Memcached' || self.client == 'Spymemcached'"
              + " || !has(self.endpoint) || !has(self.endpoint.auth)",
      message =
          "`endpoint.auth` must be absent for Memcached with the clients 'Xmemcached' and 'Raw', which do not log in;"
              + " Spymemcached does (SASL)")
  @ValidationRule(
      value =
          "self.engine == 'MongoDB' || !has(self.server) || !has(self.server.config)"
              + " || self.server.config.all(name, name == name.lowerAscii())",
      message =
          "`server.config` must have names in lower-case letters, digits and '-', as Redis, Valkey and Memcached have them")
  public record Target(
      @JsonPropertyDescription(
              "Name of the target in tables, results and object names. Example: redis.")
          @Required
          @Size(min = 1, max = 20)
          @ValidationRule(value = Rules.NAME, message = Rules.NAME_MESSAGE)
          String name,
      @JsonPropertyDescription(
              "Server product: Redis, Valkey, Memcached or MongoDB, the last as a key-value store.")
          @Required
          EngineName engine,
      @JsonPropertyDescription(
              "Driver library that talks to it: Jedis or Lettuce (Redis, Valkey), Spymemcached or Xmemcached (Memcached),"
                  + " or Raw for any of the three, Laptimer's own: the least that can be done for a checked answer, one thread"
                  + " for all connections; MongoDriver (MongoDB). Default: Jedis, Spymemcached or MongoDriver.")
          ClientName client,
      @JsonPropertyDescription(
              "Protocol between Memcached and Spymemcached or Xmemcached: Text or Binary. Default: Text, or Binary where"
                  + " endpoint.auth asks for a login.")
          WireProtocol protocol,
      @JsonPropertyDescription(
              "The server is deployed for the run and removed after it; {} takes every default.")
          Server server,
      @JsonPropertyDescription(
              "Somebody else runs the server; only keys of the run's own are written, and they are deleted.")
          Endpoint endpoint,
      @JsonPropertyDescription(
              "What the target costs an hour, a decimal number in quotes, in any one currency; the result then has"
                  + " operations for one unit of it. Example: \"0.068\".")
          @Size(max = 16)
          @ValidationRule(
              value = "self.matches('^[0-9]{1,9}([.][0-9]{1,6})?$')",
              message =
                  "must be a decimal number with at most 9 digits before the point and 6 after it, such as '0.068'")
          String pricePerHour) {

    public ClientName clientOrDefault() {
      return client == null ? ClientName.defaultFor(engine) : client;
    }

    /** For Memcached; null for engines whose clients have no choice. */
    public WireProtocol protocolOrDefault() {
      if (engine != EngineName.Memcached || protocol != null) {
        return protocol;
      }
      return endpoint == null || endpoint.auth() == null ? WireProtocol.Text : WireProtocol.Binary;
    }
  }

  /** A server that is deployed for the run. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Server(
      @JsonPropertyDescription(
              "Image of the server. Default: the operator's for the engine (chart value images); the one used is in"
                  + " status. Example: registry.example.com/redis:7.4.")
          @Size(min = 1, max = 512)
          @ValidationRule(value = Rules.IMAGE, message = Rules.IMAGE_MESSAGE)
          String image,
      @JsonPropertyDescription(
              "Requests and limits of the server's container. Default: requests of 250m CPU and 256Mi memory, limit of"
                  + " 256Mi memory (for MongoDB 768Mi), no CPU limit (a limit throttles and spoils latencies).")
          ResourceRequirements resources,
      @JsonPropertyDescription(
              "Settings in the engine's own words, as its configuration file or command line has them, at most 64."
                  + " Example for Redis: {maxmemory: 100mb}; for Memcached: {memory-limit: \"256\"}; for MongoDB:"
                  + " {wiredTigerCacheSizeGB: \"0.5\"}.")
          @Size(max = 64)
          @ValidationRule(
              value = "self.all(name, name.matches('^[A-Za-z][-A-Za-z0-9]{0,63}$'))",
              message =
                  "its names must be letters, digits and '-', as in the engine's configuration file, without leading '-'")
          @ValidationRule(
              value =
                  "!self.exists(name, name in ['bind', 'daemonize', 'dir', 'listen', 'port', 'udp-port', 'requirepass',"
                      + " 'tls-port', 'unixsocket', 'dbpath', 'config', 'fork', 'logpath', 'replSet'])",
              message =
                  "must not have 'bind', 'daemonize', 'dir', 'listen', 'port', 'udp-port', 'requirepass', 'tls-port',"
                      + " 'unixsocket', 'dbpath', 'config', 'fork', 'logpath' or 'replSet': where the server listens and keeps its data is Laptimer's part")
          Map<String, String> config,
      @JsonPropertyDescription(
              "A volume for the server's data. Default: none, the data is in memory.")
          Storage storage,
      @JsonPropertyDescription("Where the server's pod may run. Default: anywhere.")
          Placement placement) {}

  /** A server that somebody else runs. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Endpoint(
      @JsonPropertyDescription("DNS name or IP address. Example: my-cache.example.com.")
          @Required
          @Size(min = 1, max = 253)
          @ValidationRule(
              value = "self.matches('^([A-Za-z0-9]([-A-Za-z0-9.]*[A-Za-z0-9])?|[0-9a-fA-F:]+)$')",
              message =
                  "must be a DNS name or an IP address, without a scheme, a port or a path; the port has a field of its own")
          @ValidationRule(
              value = "!self.startsWith('169.254.')",
              message = "must not be a link-local address (169.254.0.0/16)")
          String host,
      @JsonPropertyDescription("TCP port, 1 to 65535. Example: 6379.") @Required @Min(1) @Max(65535)
          Integer port,
      @JsonPropertyDescription(
              "Talk TLS; {} verifies by the runtime's own authorities. Default: plain TCP.")
          Tls tls,
      @JsonPropertyDescription("How to log in. Default: not at all.") Auth auth) {}

  /** How to talk TLS to an endpoint. The certificate and its name are always verified. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Tls(
      @JsonPropertyDescription(
              "Key of a Secret that holds the authorities to trust, PEM, one or more. Default: the runtime's own list.")
          SecretKeyRef caSecretRef,
      @JsonPropertyDescription(
              "Secret with the client's certificate, keys tls.crt and tls.key (PKCS#8), both PEM. Default: none.")
          SecretRef clientCertificateSecretRef) {}

  /** How to log in to an endpoint. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Auth(
      @JsonPropertyDescription(
              "Secret with key password and, for a user of its own (a Redis ACL user, a Memcached SASL user; always for"
                  + " MongoDB, by SCRAM against the database admin), key username.")
          @Required
          SecretRef secretRef) {}

  /** What is done to every target. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  @ValidationRule(
      value = "!has(self.phases) || self.phases[0].operation == 'Set'",
      message = "the first of `phases` must be a 'Set': the others need the keys that it writes")
  @ValidationRule(
      value =
          "(has(self.connections) ? self.connections : 1)"
              + " * (has(self.pipelineDepth) ? self.pipelineDepth : 1)"
              + " * (has(self.value) && has(self.value.sizeBytes) ? self.value.sizeBytes : 10) <= 268435456",
      message =
          "`connections` times `pipelineDepth` times `value.sizeBytes` must be at most 268435456 (256 MiB): so much is"
              + " on its way at once")
  @ValidationRule(
      value =
          "!has(self.phases) || self.phases.all(p, self.phases.exists_one(q,"
              + " (has(q.name) ? q.name : q.operation.lowerAscii())"
              + " == (has(p.name) ? p.name : p.operation.lowerAscii())))",
      message =
          "`phases` must have names of their own: give a `name` to each phase whose operation appears more than once")
  public record Workload(
      @JsonPropertyDescription("The keys. Default: 10,001 keys of 10 letters.") Keys keys,
      @JsonPropertyDescription("The values. Default: 10 bytes.") Value value,
      @JsonPropertyDescription("How long a key lives. Default: 20 seconds, given with the Set.")
          Expiry expiry,
      @JsonPropertyDescription(
              "Connections to the target, each with a thread and a share of the keys of its own (the client Raw has one"
                  + " thread for all), 1 to 256. Default: 1.")
          @Min(1)
          @Max(256)
          Integer connections,
      @JsonPropertyDescription(
              "Operations that are sent together on each connection and then waited for, 1 to 1000. The latency of each"
                  + " is that of all of them together. Clients Jedis, Lettuce and Raw. Default: 1.")
          @Min(1)
          @Max(1000)
          Integer pipelineDepth,
      @JsonPropertyDescription(
              "What is done, in this order, 1 to 8 phases. Default: one lap of Set, ten laps of Get.")
          @Size(min = 1, max = 8)
          List<Phase> phases,
      @JsonPropertyDescription(
              "Does each operation before it is timed, until its speed is steady; {} takes every default. Default: none,"
                  + " the timing begins with a cold JVM, as in the classic comparison.")
          WarmUp warmUp,
      @JsonPropertyDescription(
              "Share of reads in a Mix in percent, 0 to 100; the rest are Sets. 91 is memtier's 1:10; YCSB's A is 50, B 95,"
                  + " C 100, D 95 with keys.order Latest. Default: 50.")
          @Min(0)
          @Max(100)
          Integer readPercent) {

    /** The classic comparison. */
    static final Workload CLASSIC = new Workload(null, null, null, null, null, null, null, null);

    public Keys keysOrDefault() {
      return keys == null ? new Keys(null, null, null, null) : keys;
    }

    public int valueSizeBytesOrDefault() {
      return value == null || value.sizeBytes() == null ? 10 : value.sizeBytes();
    }

    public int expirySecondsOrDefault() {
      return expiry == null || expiry.seconds() == null ? 20 : expiry.seconds();
    }

    public ExpiryMethod expiryMethodOrDefault() {
      return expiry == null || expiry.method() == null ? ExpiryMethod.WithSet : expiry.method();
    }

    public int connectionsOrDefault() {
      return connections == null ? 1 : connections;
    }

    public int pipelineDepthOrDefault() {
      return pipelineDepth == null ? 1 : pipelineDepth;
    }

    public int readPercentOrDefault() {
      return readPercent == null ? 50 : readPercent;
    }

    public List<Phase> phasesOrDefault() {
      return phases == null
          ? List.of(
              new Phase(null, Operation.Set, 1, null), new Phase(null, Operation.Get, 10, null))
          : phases;
    }
  }

  /** The keys: distinct, after a prefix of the run's own. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  @ValidationRule(
      value =
          "(has(self.lengthBytes) ? self.lengthBytes : 10) >= 5 || (has(self.count) ? self.count : 10001)"
              + " <= [0, 26, 676, 17576, 456976][has(self.lengthBytes) ? self.lengthBytes : 4]",
      message =
          "`lengthBytes` must be long enough for `count` distinct keys of letters: 1 gives 26, 2 give 676, 3 give"
              + " 17576, 4 give 456976, 5 or more suffice for any count")
  @ValidationRule(
      value = "!(has(self.form) && self.form == 'Md5Numbered' && has(self.lengthBytes))",
      message =
          "`lengthBytes` must be absent with the `form` 'Md5Numbered': such a key has 32 digits and its number")
  public record Keys(
      @JsonPropertyDescription("Number of distinct keys, 1 to 1000000. Default: 10001.")
          @Min(1)
          @Max(1000000)
          Integer count,
      @JsonPropertyDescription(
              "Length in bytes of each key's random letters, 1 to 200. The prefix of the run, 12 bytes, comes before"
                  + " them and is the same for every target. Default: 10.")
          @Min(1)
          @Max(200)
          Integer lengthBytes,
      @JsonPropertyDescription(
              "Order in which Gets use the keys: Sequential; Shuffled, each once a lap in a random order; Uniform or Zipf"
                  + " (exponent 0.99), drawn at random; Latest, those most often that were set last. In a Mix its Sets use the keys so too. Sets and Deletes use each key once a lap, Shuffled or by number."
                  + " Default: Sequential.")
          KeyOrder order,
      @JsonPropertyDescription(
              "What follows the prefix of the run: Letters, or Md5Numbered, 32 hexadecimal digits of an MD5 and the"
                  + " key's number, a form that is often published. Default: Letters.")
          KeyForm form) {

    private static final int MD5_DIGITS = 32;

    public KeyForm formOrDefault() {
      return form == null ? KeyForm.Letters : form;
    }

    public KeyOrder orderOrDefault() {
      return order == null ? KeyOrder.Sequential : order;
    }

    public int countOrDefault() {
      return count == null ? 10001 : count;
    }

    /** Most bytes of a key after the prefix. */
    public int lengthBytesOrDefault() {
      if (formOrDefault() == KeyForm.Md5Numbered) {
        return MD5_DIGITS + String.valueOf(countOrDefault() - 1).length();
      }
      return lengthBytes == null ? 10 : lengthBytes;
    }
  }

  /** The values: random, checked at every read. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  @ValidationRule(
      value = "!(has(self.sizeBytes) && has(self.row))",
      message =
          "a value must have `sizeBytes` (random bytes) or `row` (a record of fields), not both")
  public record Value(
      @JsonPropertyDescription("Size of each value in bytes, 1 to 1000000. Default: 10.")
          @Min(1)
          @Max(1000000)
          Integer sizeBytes,
      @JsonPropertyDescription(
              "Instead of random bytes: each value is a row of 11 fields (numbers, strings, dates), serialized. Its size"
                  + " is in the result.")
          Row row) {}

  /** A value that is a serialized row. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Row(
      @JsonPropertyDescription(
              "How rows are serialized: Json, JavaSerialization or Cbor (RFC 8949, compact binary). Default: Json.")
          RowEncoding encoding,
      @JsonPropertyDescription(
              "If true each Set serializes the row and each Get deserializes and compares it inside the measured time, as"
                  + " an application does; if false rows are serialized before the clock starts, and bytes are compared."
                  + " Default: false.")
          Boolean insideClock) {

    public RowEncoding encodingOrDefault() {
      return encoding == null ? RowEncoding.Json : encoding;
    }

    public boolean insideClockOrDefault() {
      return insideClock != null && insideClock;
    }
  }

  /** How long a key lives. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Expiry(
      @JsonPropertyDescription(
              "Seconds that a key lives after its Set, 0 to 2592000 (30 days, the most that Memcached takes as a"
                  + " duration); 0 for ever. MongoDB deletes about once a minute, so that a key may live a minute longer. Default:"
                  + " 20.")
          @Min(0)
          @Max(2592000)
          Integer seconds,
      @JsonPropertyDescription(
              "How a key is given its time to live: WithSet; on Redis and Valkey with the client Jedis also Separate (SET,"
                  + " then EXPIRE), Transaction (MULTI, SET, EXPIRE, EXEC), Pipeline (SET and EXPIRE sent together) or SetMembers (SADD of the value"
                  + " to a set of 100 keys and EXPIRE on the set, sent together; a Get is SISMEMBER then, a Delete SREM)."
                  + " Default: WithSet.")
          ExpiryMethod method) {}

  /** One operation done to the keys. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  @ValidationRule(
      value = "!(has(self.laps) && has(self.durationSeconds))",
      message = "a phase must have `laps` or `durationSeconds`, not both")
  @ValidationRule(
      value = "self.operation != 'Delete' || !has(self.laps) || self.laps == 1",
      message = "`laps` must be 1 for a 'Delete': a second lap would find no key")
  @ValidationRule(
      value =
          "!(has(self.ratePerSecond) && has(self.ratePerMinute)) && !(has(self.ratePerSecond) && has(self.sweep))"
              + " && !(has(self.ratePerMinute) && has(self.sweep))",
      message = "a phase must have at most one of `ratePerSecond`, `ratePerMinute` and `sweep`")
  @ValidationRule(
      value =
          "has(self.durationSeconds)"
              + " || !has(self.ratePerSecond) && !has(self.ratePerMinute) && !has(self.sweep)",
      message = "`ratePerSecond`, `ratePerMinute` and `sweep` need `durationSeconds`")
  @ValidationRule(
      value =
          "!has(self.ratePerMinute) || !has(self.durationSeconds)"
              + " || self.ratePerMinute * self.durationSeconds >= 60",
      message =
          "`ratePerMinute` times `durationSeconds` must be at least 60: otherwise no operation is due in that time")
  @ValidationRule(
      value =
          "!has(self.arrivals) || has(self.ratePerSecond) || has(self.ratePerMinute) || has(self.sweep)",
      message = "`arrivals` needs `ratePerSecond`, `ratePerMinute` or `sweep`")
  @ValidationRule(
      value =
          "self.operation != 'Delete'"
              + " || !has(self.ratePerSecond) && !has(self.ratePerMinute) && !has(self.sweep)",
      message =
          "`ratePerSecond`, `ratePerMinute` and `sweep` must be absent for a 'Delete': it ends when no key is left")
  public record Phase(
      @JsonPropertyDescription(
              "Name of the phase in results and in comparison.phase. Default: get for a Get, etc.")
          @Size(min = 1, max = 20)
          @ValidationRule(value = Rules.PART_OF_A_NAME, message = Rules.PART_OF_A_NAME_MESSAGE)
          String name,
      @JsonPropertyDescription(
              "What is done to each key: Set, Get, Delete, or a Mix of Gets and Sets by workload.readPercent.")
          @Required
          Operation operation,
      @JsonPropertyDescription(
              "Passes over all keys, each timed, 1 to 100. Default: 1, without durationSeconds.")
          @Min(1)
          @Max(100)
          Integer laps,
      @JsonPropertyDescription(
              "Instead of laps: seconds that the phase goes on, pass after pass, 1 to 3600. A Delete ends when no key is"
                  + " left.")
          @Min(1)
          @Max(3600)
          Integer durationSeconds,
      @JsonPropertyDescription(
              "Operations per second, 1 to 1000000, over all connections together: each has a time at which it is due,"
                  + " whatever became of those before it, and its latency counts from then. With durationSeconds. Default:"
                  + " each connection sends its next operation when the one before is answered.")
          @Min(1)
          @Max(1000000)
          Integer ratePerSecond,
      @JsonPropertyDescription(
              "Instead of ratePerSecond for lower rates: operations per minute, 1 to 6000.")
          @Min(1)
          @Max(6000)
          Integer ratePerMinute,
      @JsonPropertyDescription(
              "When operations at a rate are due: Poisson, at random times, or Even, at equal distances. Default: Poisson.")
          Arrivals arrivals,
      @JsonPropertyDescription(
              "Latency under rising rates: for durationSeconds without a rate, which gives the most that is reached, then"
                  + " for durationSeconds at each percentage of that; {} takes every default.")
          Sweep sweep)
      implements PhaseSpec {

    /** A phase that goes as fast as it can. */
    public Phase(String name, Operation operation, Integer laps, Integer durationSeconds) {
      this(name, operation, laps, durationSeconds, null, null, null, null);
    }
  }
}
