package dev.laptimer.operator.run;

import dev.laptimer.api.BenchmarkSpec;
import dev.laptimer.api.BenchmarkStatus;
import dev.laptimer.api.BenchmarkStatus.Progress;
import dev.laptimer.api.BenchmarkStatus.RunStatus;
import dev.laptimer.api.CacheBenchmark;
import dev.laptimer.api.CacheBenchmarkSpec;
import dev.laptimer.api.DbBenchmarkSpec;
import dev.laptimer.api.Documents;
import dev.laptimer.api.RunState;
import dev.laptimer.operator.OperatorConfig;
import dev.laptimer.operator.cachebenchmark.CacheRuns;
import dev.laptimer.operator.run.Benchmark.Hold;
import dev.laptimer.operator.run.Benchmark.MeasuredCluster;
import dev.laptimer.operator.run.Benchmark.Member;
import dev.laptimer.operator.run.Benchmark.MountedSecret;
import dev.laptimer.operator.run.Benchmark.Resource;
import dev.laptimer.operator.run.Benchmark.RunnerImage;
import dev.laptimer.operator.run.Decision.PodFault;
import dev.laptimer.plan.DbPlanner;
import dev.laptimer.plan.Plan;
import dev.laptimer.plan.Planner;
import dev.laptimer.result.EventLog;
import dev.laptimer.result.FaultRequest;
import dev.laptimer.result.Reason;
import dev.laptimer.result.ResultDocument;
import dev.laptimer.result.ResultDocument.Outcome;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.UnaryOperator;

/**
 * A cluster in which one benchmark lives, small enough to be looked through: objects, pods, a
 * clock, and controllers that do at once what the real ones do in their time. The operator's
 * decisions are carried out on it one action after the other, so that a test can stop anywhere.
 */
final class World {

  static final OperatorConfig CONFIG =
      OperatorConfig.of(
          Map.of(
              "LAPTIMER_IMAGE", "laptimer.test/laptimer:0.1.0",
              "LAPTIMER_IMAGE_REDIS", "laptimer.test/redis:7.0.15",
              "LAPTIMER_IMAGE_MEMCACHED", "laptimer.test/memcached:1.6.18"));

  static final String TWO_SERVERS =
      """
      targets:
        - {name: redis, engine: Redis, server: {}}
        - {name: memcached, engine: Memcached, server: {}}
      rounds: 6
      """;

  final ObjectMeta metadata;
  BenchmarkSpec spec;
  BenchmarkStatus status;

  /** Of the cluster that is measured, if that is what the benchmark is about. */
  Hold hold;

  String form = "three members";
  final Map<String, Member> members = new TreeMap<>();
  final List<PodFault> faultsDone = new ArrayList<>();
  final List<HasMetadata> objects = new ArrayList<>();
  final List<Pod> pods = new ArrayList<>();
  final Map<String, ConfigMap> results = new TreeMap<>();
  final List<Event> events = new ArrayList<>();
  final List<String> jobsEverMade = new ArrayList<>();
  final List<String> jobsEverStarted = new ArrayList<>();
  final List<Decision.Notice> notices = new ArrayList<>();
  Refusal refusal;
  Instant now = Instant.parse("2026-03-01T10:00:00Z");

  private Output output = new Output.None();

  /** Of caches. */
  World(String spec) {
    this("caches", spec(spec));
  }

  /** Of a cluster of three that is healthy. */
  static World ofCluster(String spec) {
    var world = new World("galera", clusterSpec(spec));
    for (int ordinal = 0; ordinal < 3; ordinal++) {
      world.members.put("galera-" + ordinal, new Member("pod-" + ordinal, "node1", false));
    }
    return world;
  }

  private World(String name, BenchmarkSpec spec) {
    metadata =
        new ObjectMetaBuilder()
            .withName(name)
            .withNamespace("team")
            .withUid("0b5e7a9c-0000-4000-8000-000000000001")
            .withGeneration(1L)
            .build();
    this.spec = spec;
  }

  static CacheBenchmarkSpec spec(String yaml) {
    return read(yaml, CacheBenchmarkSpec.class);
  }

  static DbBenchmarkSpec clusterSpec(String yaml) {
    return read(yaml, DbBenchmarkSpec.class);
  }

  private static <T> T read(String yaml, Class<T> type) {
    try {
      return Documents.yaml().readValue(yaml, type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  // what a user does

  void edit(String spec) {
    this.spec = this.spec instanceof CacheBenchmarkSpec ? spec(spec) : clusterSpec(spec);
    changed();
  }

  /** The resource is changed in whatever way. */
  void changed() {
    metadata.setGeneration(metadata.getGeneration() + 1);
  }

  // what the operator sees

  private Benchmark benchmark() {
    return metadata.getName().equals("caches") ? ofCaches() : ofCluster();
  }

  private Benchmark ofCaches() {
    var resource = new CacheBenchmark();
    resource.setMetadata(metadata);
    resource.setSpec((CacheBenchmarkSpec) spec);
    resource.setStatus(status);
    return CacheRuns.of(resource, CONFIG);
  }

  private Benchmark ofCluster() {
    var wanted = (DbBenchmarkSpec) spec;
    return new Benchmark(
        new Resource("laptimer.dev/v1alpha1", "DbCluster", metadata),
        "galera-run",
        wanted,
        null,
        wanted == null ? null : "rounds " + wanted.roundsOrDefault(),
        status,
        List.of(),
        List.of(new MountedSecret("galera-users", List.of("root"), List.of())),
        run ->
            DbPlanner.plan(
                wanted,
                new DbPlanner.Run(
                    "galera",
                    run.number(),
                    run.seed(),
                    new Planner.Address("galera.team.svc", 3306),
                    List.of(new Plan.Member("galera-0", "galera-0.galera-members.team.svc", 3306)),
                    "/etc/laptimer/secrets/galera-users")),
        new RunnerImage("laptimer.test/laptimer:0.1.0", List.of()),
        new MeasuredCluster(
            hold, form, Map.of("laptimer.dev/cluster", "galera"), Map.copyOf(members)));
  }

  // what the operator does

  Situation situation() {
    boolean jobWasThere = run() != null && (run().jobUid() != null || runnerPod() != null);
    boolean readable =
        runnerPod() != null
            && (output instanceof Output.Underway || Pods.terminated(runnerPod()).isPresent());
    var stored =
        status == null || status.resultRef() == null
            ? null
            : results.get(status.resultRef().configMap());
    var observed =
        new Observed(
            List.copyOf(objects),
            List.copyOf(pods),
            jobWasThere && job() == null,
            List.copyOf(events),
            readable ? output : new Output.None(),
            stored == null ? null : ResultConfigMaps.read(stored).orElseThrow(),
            refusal);
    return new Situation(benchmark(), observed, now);
  }

  /** One look of the operator; as many of its actions as are allowed, then it is dead. */
  int look(int actions) {
    var decision = Decider.decide(situation());
    int done = 0;
    for (var object : decision.create()) {
      if (done++ == actions) {
        return done - 1;
      }
      create(object);
    }
    for (var object : decision.delete()) {
      if (done++ == actions) {
        return done - 1;
      }
      delete(object);
    }
    if (decision.fault() != null) {
      if (done++ == actions) {
        return done - 1;
      }
      carryOut(decision.fault());
    }
    if (decision.forget()) {
      if (done++ == actions) {
        return done - 1;
      }
      status = null;
    }
    if (decision.status() != null) {
      if (done++ == actions) {
        return done - 1;
      }
      status = roundTrip(decision.status());
      notices.addAll(decision.notices());
    }
    return done;
  }

  Decision look() {
    var decision = Decider.decide(situation());
    look(Integer.MAX_VALUE);
    return decision;
  }

  /** Looks, with the controllers at work in between, until nothing changes any more. */
  void settle() {
    for (int i = 0; i < 30; i++) {
      int done = look(Integer.MAX_VALUE);
      boolean changed = controllers();
      if (done == 0 && !changed) {
        return;
      }
      now = now.plusSeconds(1);
    }
    throw new AssertionError("the operator does not come to rest: " + status);
  }

  void pass(Duration time) {
    now = now.plus(time);
  }

  // what the cluster does

  /** Makes pods for StatefulSets and Jobs, and takes away the pods of those that are gone. */
  boolean controllers() {
    boolean changed = false;
    for (var object : objects) {
      if (object instanceof StatefulSet set && podOf(set) == null) {
        pods.add(pod(set, set.getSpec().getTemplate(), set.getMetadata().getName() + "-0"));
        changed = true;
      }
      if (object instanceof Job job && podOf(job) == null && job.getStatus() == null) {
        pods.add(pod(job, job.getSpec().getTemplate(), job.getMetadata().getName() + "-x7k2p"));
        jobsEverStarted.add(job.getMetadata().getName());
        changed = true;
      }
    }
    changed |=
        pods.removeIf(
            pod ->
                pod.getMetadata().getDeletionTimestamp() != null
                    || objects.stream().noneMatch(object -> uid(object).equals(owner(pod))));
    return changed;
  }

  void runnerReports(int done, int of) {
    output = new Output.Underway(new Progress(done * 100 / of, done, of, 10L), null);
  }

  void runnerEnds(ResultDocument document) {
    output = new Output.Document(document);
    runnerEnds(EventLog.termination(document).toJson(), "Completed", 0);
  }

  void runnerEnds(String message, String reason, int exitCode) {
    change(
        runnerPod(),
        pod ->
            new PodBuilder(pod)
                .editStatus()
                .withContainerStatuses(terminated("runner", message, reason, exitCode))
                .endStatus()
                .build());
  }

  void runnerAsksFor(FaultRequest fault) {
    output = new Output.Underway(new Progress(100, 8, 8, 10L), fault);
  }

  void logIs(Output newOutput) {
    output = newOutput;
  }

  /** The container of a server ends and is started again. */
  void serverEnds(String target, String reason, int exitCode, String lastWords) {
    change(
        serverPod(target),
        pod ->
            new PodBuilder(pod)
                .editStatus()
                .withContainerStatuses(
                    new ContainerStatusBuilder(terminated("server", lastWords, reason, exitCode))
                        .withLastState(terminated("server", lastWords, reason, exitCode).getState())
                        .withState(
                            new ContainerStateBuilder().withNewRunning().endRunning().build())
                        .withRestartCount(1)
                        .withReady(true)
                        .build())
                .endStatus()
                .build());
  }

  /** Its node cleared the ended container away before it told of it. */
  void serverIsStartedAnewWithoutATrace(String target) {
    change(
        serverPod(target),
        pod ->
            new PodBuilder(pod)
                .editStatus()
                .withContainerStatuses(
                    new ContainerStatusBuilder()
                        .withName("server")
                        .withNewState()
                        .withNewRunning()
                        .withStartedAt(now.toString())
                        .endRunning()
                        .endState()
                        .withRestartCount(1)
                        .withReady(true)
                        .build())
                .endStatus()
                .build());
  }

  private ContainerStatus terminated(String name, String message, String reason, int exitCode) {
    return new ContainerStatusBuilder()
        .withName(name)
        .withRestartCount(0)
        .withReady(false)
        .withNewState()
        .withNewTerminated()
        .withReason(reason)
        .withExitCode(exitCode)
        .withMessage(message)
        .withFinishedAt(now.toString())
        .endTerminated()
        .endState()
        .build();
  }

  void waits(Pod pod, String reason, String message) {
    change(
        pod,
        p ->
            new PodBuilder(p)
                .editStatus()
                .withConditions(List.of())
                .withContainerStatuses(
                    new ContainerStatusBuilder()
                        .withName("server")
                        .withReady(false)
                        .withRestartCount(0)
                        .withNewState()
                        .withNewWaiting()
                        .withReason(reason)
                        .withMessage(message)
                        .endWaiting()
                        .endState()
                        .build())
                .endStatus()
                .build());
  }

  void condition(Pod pod, String type, String status, String reason, String message) {
    change(
        pod,
        p ->
            new PodBuilder(p)
                .editStatus()
                .removeMatchingFromConditions(c -> type.equals(c.getType()))
                .addNewCondition()
                .withType(type)
                .withStatus(status)
                .withReason(reason)
                .withMessage(message)
                .endCondition()
                .endStatus()
                .build());
  }

  void terminating(Pod pod, Duration grace) {
    change(
        pod,
        p ->
            new PodBuilder(p)
                .editMetadata()
                .withDeletionTimestamp(now.plus(grace).toString())
                .endMetadata()
                .build());
  }

  void change(Pod pod, UnaryOperator<Pod> change) {
    pods.set(pods.indexOf(pod), change.apply(pod));
  }

  // what is there

  RunStatus run() {
    return status == null ? null : status.run();
  }

  RunState state() {
    return status.state();
  }

  String reason() {
    return Notices.reason(status);
  }

  String message() {
    return status.conditions().stream()
        .filter(condition -> condition.getType().equals("Ready"))
        .findFirst()
        .orElseThrow()
        .getMessage();
  }

  Job job() {
    return objects.stream()
        .filter(Job.class::isInstance)
        .map(Job.class::cast)
        .filter(job -> run() != null && job.getMetadata().getName().equals(run().jobName()))
        .findFirst()
        .orElse(null);
  }

  Pod runnerPod() {
    return situation0().runnerPod().orElse(null);
  }

  Pod serverPod(String target) {
    return pods.stream().filter(pod -> target.equals(Labels.target(pod))).findFirst().orElseThrow();
  }

  List<String> names() {
    return objects.stream()
        .map(object -> object.getKind() + " " + object.getMetadata().getName())
        .sorted()
        .toList();
  }

  /** A document of this run that was measured to its end. */
  ResultDocument measured() {
    return document(new Outcome(true, Reason.Measured.name(), "all trials were measured"));
  }

  ResultDocument document(Outcome outcome) {
    return new ResultDocument(
        ResultDocument.SCHEMA_VERSION,
        "CacheBenchmark",
        "test",
        spec,
        situation0().desired().plan(),
        now.minusSeconds(60),
        now,
        outcome,
        new ResultDocument.Environment(
            "25", List.of(), "Serial", null, "Linux", null, null, 2, null, null, null, null, null,
            null, Map.of()),
        List.of(),
        List.of(),
        null,
        null,
        null,
        null);
  }

  // plumbing

  /** A killed pod is gone at once and another is there soon; one that is stopped takes its time. */
  private void carryOut(PodFault fault) {
    var member = members.get(fault.pod());
    if (member != null && member.podUid().equals(fault.uid())) {
      faultsDone.add(fault);
      if (fault.graceSeconds() == null) {
        members.put(fault.pod(), new Member(member.podUid(), member.node(), true));
      } else {
        members.remove(fault.pod());
      }
      hold = new Hold("WaitingForCluster", "the cluster is Degraded: 2 of 3 members are synced");
    }
  }

  /** The StatefulSet gives a member another pod, and the cluster is healthy again. */
  void heals(String member) {
    members.put(member, new Member(UUID.randomUUID().toString(), "node1", false));
    hold = null;
  }

  private Situation situation0() {
    return new Situation(
        benchmark(),
        new Observed(objects, pods, false, List.of(), new Output.None(), null, null),
        now);
  }

  private void create(HasMetadata object) {
    var made = Serialization.clone(object);
    made.getMetadata().setUid(UUID.randomUUID().toString());
    made.getMetadata().setCreationTimestamp(now.toString());
    if (Labels.isOf(made, Labels.Component.RESULT)) {
      results.putIfAbsent(made.getMetadata().getName(), (ConfigMap) made);
      return;
    }
    if (names().contains(made.getKind() + " " + made.getMetadata().getName())) {
      return; // it is ours and there already: the API server says conflict, the operator goes on
    }
    if (made instanceof Job) {
      jobsEverMade.add(made.getMetadata().getName());
    }
    objects.add(made);
  }

  void delete(HasMetadata object) {
    objects.removeIf(
        there ->
            there.getKind().equals(object.getKind())
                && there.getMetadata().getName().equals(object.getMetadata().getName()));
    if (object instanceof Pod pod && pods.remove(pod)) {
      objects.replaceAll(there -> uid(there).equals(owner(pod)) ? failed(there) : there);
    }
    if (object instanceof ConfigMap) {
      results.remove(object.getMetadata().getName());
    }
  }

  /** A Job whose only pod was deleted never gets another. */
  private static HasMetadata failed(HasMetadata object) {
    return object instanceof Job job
        ? new JobBuilder(job)
            .withNewStatus()
            .addNewCondition()
            .withType("Failed")
            .withStatus("True")
            .withReason("BackoffLimitExceeded")
            .withMessage("Job has reached the specified backoff limit")
            .endCondition()
            .endStatus()
            .build()
        : object;
  }

  private Pod podOf(HasMetadata owner) {
    return pods.stream().filter(pod -> uid(owner).equals(owner(pod))).findFirst().orElse(null);
  }

  private Pod pod(HasMetadata owner, PodTemplateSpec template, String name) {
    var container = template.getSpec().getContainers().get(0);
    return new PodBuilder()
        .withMetadata(
            new ObjectMetaBuilder(template.getMetadata())
                .withName(name)
                .withNamespace("team")
                .withUid(UUID.randomUUID().toString())
                .withCreationTimestamp(now.toString())
                .addNewOwnerReference()
                .withUid(uid(owner))
                .endOwnerReference()
                .build())
        .withSpec(template.getSpec())
        .editSpec()
        .withNodeName(owner instanceof Job ? "node1" : "node2")
        .endSpec()
        .withNewStatus()
        .withPhase("Running")
        .addNewCondition()
        .withType("Ready")
        .withStatus("True")
        .endCondition()
        .addNewContainerStatus()
        .withName(container.getName())
        .withReady(true)
        .withRestartCount(0)
        .withImageID("sha256:" + container.getImage().hashCode())
        .withNewState()
        .withNewRunning()
        .endRunning()
        .endState()
        .endContainerStatus()
        .endStatus()
        .build();
  }

  private static String uid(HasMetadata object) {
    return object.getMetadata().getUid();
  }

  private static String owner(Pod pod) {
    return pod.getMetadata().getOwnerReferences().get(0).getUid();
  }

  /** As the API server gives it back. */
  private static <T> T roundTrip(T value) {
    @SuppressWarnings("unchecked")
    var type = (Class<T>) value.getClass();
    return Documents.fromJson(Documents.toJson(value), type);
  }
}
