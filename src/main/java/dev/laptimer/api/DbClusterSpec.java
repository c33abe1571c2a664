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
import java.util.Map;

/**
 * A database cluster as the user wants it. Every {@code ...OrDefault} method gives the meaning of
 * an absent field.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
@ValidationRule(
    value = "self.type == oldSelf.type",
    message = "`type` must stay as it was: the data of one type is of no use to another")
@ValidationRule(
    value =
        "(has(self.storage) && has(self.storage.storageClassName) ? self.storage.storageClassName : '')"
            + " == (has(oldSelf.storage) && has(oldSelf.storage.storageClassName)"
            + " ? oldSelf.storage.storageClassName : '')",
    message = "`storage.storageClassName` must stay as it was: a volume does not change its class")
@ValidationRule(
    value =
        "(has(self.storage) && has(self.storage.sizeGi) ? self.storage.sizeGi : 8)"
            + " == (has(oldSelf.storage) && has(oldSelf.storage.sizeGi) ? oldSelf.storage.sizeGi : 8)",
    message = "`storage.sizeGi` must stay as it was: Laptimer does not resize volumes")
@ValidationRule(
    value =
        "(has(self.usersSecretRef) ? self.usersSecretRef.name : '')"
            + " == (has(oldSelf.usersSecretRef) ? oldSelf.usersSecretRef.name : '')",
    message =
        "`usersSecretRef` must stay as it was: the users were made with its passwords, change them with ALTER USER")
@ValidationRule(
    value = "has(self.tls) == has(oldSelf.tls)",
    message =
        "`tls` must stay as it was, given or not: members with it and members without it cannot talk to each other")
public record DbClusterSpec(
    @JsonPropertyDescription("Kind of cluster: Galera (MariaDB). It cannot be changed later.")
        @Required
        DbType type,
    @JsonPropertyDescription(
            "Number of members, 1 to 9. Use an odd number: with an even one the loss of half of them stops the"
                + " cluster. Default: 3.")
        @Min(1)
        @Max(9)
        Integer members,
    @JsonPropertyDescription(
            "Image of the members, with mariadbd, mariadb-install-db, mariadb-backup, socat and the Galera library."
                + " Default: the operator's; the one used is in status. Example: mariadb:10.11.")
        @Size(min = 1, max = 512)
        @ValidationRule(value = Rules.IMAGE, message = Rules.IMAGE_MESSAGE)
        String image,
    @JsonPropertyDescription(
            "Requests and limits of each member. Default: requests of 250m CPU and 512Mi memory, limit of 1Gi memory.")
        ResourceRequirements resources,
    @JsonPropertyDescription(
            "Settings of the server under their names in its configuration file, at most 32; a change restarts the"
                + " members one by one. wsrep_provider_options is added to Laptimer's own. Example:"
                + " {innodb_buffer_pool_size: 512M}.")
        @Size(max = 32)
        @ValidationRule(
            value = "self.all(name, name.matches('^[a-z][a-z0-9_]{0,63}$'))",
            message =
                "its names must be lower-case letters, digits and '_', as SHOW VARIABLES has them")
        @ValidationRule(
            value =
                "!self.exists(name, name in ['bind_address', 'binlog_format', 'datadir', 'default_storage_engine',"
                    + " 'innodb_autoinc_lock_mode', 'log_error', 'pid_file', 'port', 'read_only', 'skip_networking',"
                    + " 'socket', 'tmpdir', 'user', 'wsrep_cluster_address', 'wsrep_cluster_name',"
                    + " 'wsrep_node_address', 'wsrep_node_name', 'wsrep_on', 'wsrep_provider', 'wsrep_sst_auth',"
                    + " 'wsrep_sst_method', 'wsrep_start_position'])",
            message =
                "must not have 'bind_address', 'binlog_format', 'datadir', 'default_storage_engine',"
                    + " 'innodb_autoinc_lock_mode', 'log_error', 'pid_file', 'port', 'read_only', 'skip_networking',"
                    + " 'socket', 'tmpdir', 'user', 'wsrep_cluster_address', 'wsrep_cluster_name',"
                    + " 'wsrep_node_address', 'wsrep_node_name', 'wsrep_on', 'wsrep_provider', 'wsrep_sst_auth',"
                    + " 'wsrep_sst_method' or 'wsrep_start_position': how the members find each other and where"
                    + " they keep their data is Laptimer's part")
        @ValidationRule(
            value =
                "self.all(name, !self[name].contains('\\n') && !self[name].contains('\"') && !self[name].contains('@'))",
            message = "its values must be one line without '\"' and '@'")
        Map<String, @Size(max = 256) String> config,
    @JsonPropertyDescription(
            "The volume of each member. Default: 8 GiB of the cluster's default class, kept.")
        DbStorage storage,
    @JsonPropertyDescription("Where the members may run. Default: anywhere.") Placement placement,
    @JsonPropertyDescription(
            "Preferred: members are on different nodes as far as there are enough. Required: a member without a node"
                + " of its own waits for one. Default: Preferred.")
        Separation separation,
    @JsonPropertyDescription(
            "Secret with the passwords of the users, keys root and sst (the latter of letters, digits, '.', '_' and"
                + " '-' only). Default: <name>-users, made with random passwords if there is none and never"
                + " overwritten.")
        SecretRef usersSecretRef,
    @JsonPropertyDescription(
            "TLS for clients who want it, and for all that the members send each other. It cannot be added or taken"
                + " away later. Default: plain TCP.")
        DbTls tls,
    @JsonPropertyDescription(
            "A proxy in front of the members, to which the Service <name> leads. Default: none; the Service leads to"
                + " the members that serve.")
        DbProxy proxy,
    @JsonPropertyDescription(
            "Seconds that a member may take to start and copy the data before the cluster counts as stalled, 30 to"
                + " 86400; it goes on trying. Default: 600.")
        @Min(30)
        @Max(86400)
        Integer startTimeoutSeconds,
    @JsonPropertyDescription(
            "Your consent to a recovery that the operator does not dare alone; status says when and which.")
        Recovery recovery,
    @JsonPropertyDescription(
            "What is timed once the cluster is healthy; the timings are in status.benchmark, and the cluster stays up."
                + " It runs again when this part or its run.token changes. Default: nothing.")
        DbBenchmarkSpec benchmark) {

  public int membersOrDefault() {
    return members == null ? 3 : members;
  }

  public DbStorage storageOrDefault() {
    return storage == null ? new DbStorage(null, null, null) : storage;
  }

  public Separation separationOrDefault() {
    return separation == null ? Separation.Preferred : separation;
  }

  public int startTimeoutSecondsOrDefault() {
    return startTimeoutSeconds == null ? 600 : startTimeoutSeconds;
  }

  public Map<String, String> configOrDefault() {
    return config == null ? Map.of() : config;
  }

  /** TLS of the members. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record DbTls(
      @JsonPropertyDescription(
              "Secret with the members' certificate, keys tls.crt, tls.key and ca.crt, all PEM, as cert-manager writes"
                  + " them. A renewed one is used by each member from its next start on.")
          @Required
          SecretRef secretRef) {}

  /** The volume of each member. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record DbStorage(
      @JsonPropertyDescription(
              "Size of each volume in GiB, 1 to 65536. It cannot be changed later. Default: 8.")
          @Min(1)
          @Max(65536)
          Integer sizeGi,
      @JsonPropertyDescription(
              "Name of the StorageClass. It cannot be changed later. Default: the cluster's default class. Example:"
                  + " fast.")
          @Size(max = 253)
          String storageClassName,
      @JsonPropertyDescription(
              "What becomes of the volumes and of the users' Secret when the DbCluster is deleted, and of a member's"
                  + " volume when it is scaled away: Keep or Delete. A DbCluster of the same name takes kept ones up"
                  + " again. Default: Keep.")
          DataPolicy onDeletion) {

    public int sizeGiOrDefault() {
      return sizeGi == null ? 8 : sizeGi;
    }

    public DataPolicy onDeletionOrDefault() {
      return onDeletion == null ? DataPolicy.Keep : onDeletion;
    }
  }

  /** The proxy in front of the members. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record DbProxy(
      @JsonPropertyDescription("The program: HAProxy.") @Required DbProxyType type,
      @JsonPropertyDescription("Number of its pods, 1 or 2. Default: 1.") @Min(1) @Max(2)
          Integer replicas,
      @JsonPropertyDescription(
              "RoundRobin: each new connection to the next member. LeastConnections: to the one with the fewest."
                  + " SingleWriter: all to one member as long as it serves, the others stand by and one of them takes"
                  + " over. Default: RoundRobin.")
          DbBalance balance,
      @JsonPropertyDescription(
              "Image of the proxy, HAProxy 2.6 or later. Default: the operator's; the one used is in status."
                  + " Example: haproxy:2.8.")
          @Size(min = 1, max = 512)
          @ValidationRule(value = Rules.IMAGE, message = Rules.IMAGE_MESSAGE)
          String image,
      @JsonPropertyDescription(
              "Requests and limits of each proxy. Default: requests of 100m CPU and 128Mi memory, limit of 128Mi"
                  + " memory.")
          ResourceRequirements resources,
      @JsonPropertyDescription("The statistics page. Default: none.") Stats stats) {

    public int replicasOrDefault() {
      return replicas == null ? 1 : replicas;
    }

    public DbBalance balanceOrDefault() {
      return balance == null ? DbBalance.RoundRobin : balance;
    }

    public boolean hasStats() {
      return stats != null && (stats.enabled() == null || stats.enabled());
    }
  }

  /** The statistics page of the proxy, on port 8404 of the Service. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Stats(
      @JsonPropertyDescription("Whether there is one. Default: true.") Boolean enabled,
      @JsonPropertyDescription(
              "Secret with the login of the page, keys username and password. Default: <name>-stats, made with a random"
                  + " password if there is none and never overwritten.")
          SecretRef secretRef) {}

  /** Consent to a recovery. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Recovery(
      @JsonPropertyDescription(
              "Ordinal of the member to begin the cluster from, 0 to 8. What only other members have is lost.")
          @Required
          @Min(0)
          @Max(8)
          Integer bootstrapFrom,
      @JsonPropertyDescription(
              "The epoch of the recovery that status names; the consent holds for this one alone.")
          @Required
          @Min(1)
          @Max(2147483647)
          Integer epoch) {}
}
