package dev.laptimer.operator.dbcluster;

import dev.laptimer.api.DbCluster;
import dev.laptimer.api.DbClusterStatus;
import dev.laptimer.operator.dbcluster.Labels.Component;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Looks at a cluster: the API server is asked for what a decision depends on, never a cache, and
 * the members for how they are.
 */
final class Observer {

  private static final Set<String> ORDINARY = Set.of("ContainerCreating", "PodInitializing");
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final KubernetesClient client;
  private final MemberClient members;

  Observer(KubernetesClient client, MemberClient members) {
    this.client = client;
    this.members = members;
  }

  Observed observe(DbCluster cluster, DbClusterStatus previous, String template, Instant now) {
    var names = Names.of(cluster);
    var channelMap =
        client.configMaps().inNamespace(names.namespace()).withName(names.channel()).get();
    var channel = channelMap == null ? null : Channel.ofData(channelMap.getData());
    var set =
        client.apps().statefulSets().inNamespace(names.namespace()).withName(names.members()).get();
    var pods = pods(cluster, names);
    var reports = members.ask(pods.values());
    int replicas = set == null ? 0 : set.getSpec().getReplicas();
    int count =
        Stream.of(
                cluster.getSpec().membersOrDefault(),
                replicas,
                channel == null ? 0 : channel.size(),
                pods.keySet().stream().max(Comparator.naturalOrder()).orElse(-1) + 1)
            .max(Comparator.naturalOrder())
            .orElseThrow();
    var views =
        IntStream.range(0, count)
            .mapToObj(
                ordinal ->
                    pods.containsKey(ordinal)
                        ? member(names, ordinal, pods.get(ordinal), reports, previous, now)
                        : Observed.Member.absent(ordinal))
            .toList();
    return new Observed(
        names,
        cluster.getMetadata().getUid(),
        cluster.getSpec(),
        previous,
        channel,
        channelMap == null ? null : channelMap.getMetadata().getResourceVersion(),
        set == null ? null : replicas,
        views,
        channel == null ? volumes(cluster, names) : Map.of(),
        template,
        UUID.randomUUID().toString(),
        now);
  }

  /** Objects that an earlier DbCluster of the same name left and that are on their way out. */
  Optional<String> leftover(DbCluster cluster) {
    var names = Names.of(cluster);
    var uid = cluster.getMetadata().getUid();
    Stream<HasMetadata> objects =
        Stream.of(
                client.configMaps().inNamespace(names.namespace()).withName(names.channel()).get(),
                client
                    .apps()
                    .statefulSets()
                    .inNamespace(names.namespace())
                    .withName(names.members())
                    .get())
            .map(HasMetadata.class::cast);
    return objects
        .filter(Objects::nonNull)
        .filter(object -> !isOwnedBy(object, uid))
        .map(object -> object.getKind() + " " + object.getMetadata().getName())
        .findFirst();
  }

  static boolean isOwnedBy(HasMetadata object, String uid) {
    return object.getMetadata().getOwnerReferences().stream()
        .anyMatch(owner -> uid.equals(owner.getUid()));
  }

  private Map<Integer, Pod> pods(DbCluster cluster, Names names) {
    var pods = new TreeMap<Integer, Pod>();
    client
        .pods()
        .inNamespace(names.namespace())
        .withLabels(Labels.selector(cluster, Component.MEMBER))
        .list()
        .getItems()
        .forEach(
            pod -> ordinal(names, pod.getMetadata().getName()).ifPresent(o -> pods.put(o, pod)));
    return pods;
  }

  private Map<Integer, String> volumes(DbCluster cluster, Names names) {
    var volumes = new TreeMap<Integer, String>();
    client
        .persistentVolumeClaims()
        .inNamespace(names.namespace())
        .withLabels(Labels.selector(cluster, Component.MEMBER))
        .list()
        .getItems()
        .forEach(
            claim ->
                ordinal(names, claim.getMetadata().getName().replaceFirst("^data-", ""))
                    .ifPresent(
                        ordinal ->
                            volumes.put(
                                ordinal,
                                Optional.ofNullable(claim.getMetadata().getAnnotations())
                                    .map(notes -> notes.get(Labels.CLUSTER_UUID))
                                    .orElse(""))));
    return volumes;
  }

  private static Optional<Integer> ordinal(Names names, String pod) {
    return IntStream.range(0, 9)
        .filter(ordinal -> names.member(ordinal).equals(pod))
        .boxed()
        .findFirst();
  }

  private Observed.Member member(
      Names names,
      int ordinal,
      Pod pod,
      Map<String, MemberReport> reports,
      DbClusterStatus previous,
      Instant now) {
    var metadata = pod.getMetadata();
    var created = Instant.parse(metadata.getCreationTimestamp());
    var report = reports.get(metadata.getName());
    var member =
        new Observed.Member(
            ordinal,
            metadata.getUid(),
            metadata.getDeletionTimestamp() == null
                ? null
                : Optional.ofNullable(metadata.getDeletionGracePeriodSeconds())
                    .orElse(0L)
                    .intValue(),
            condition(pod, "Ready").filter(c -> "True".equals(c.getStatus())).isPresent(),
            pod.getSpec().getNodeName(),
            Optional.ofNullable(metadata.getAnnotations())
                .map(notes -> notes.get(Labels.TEMPLATE))
                .orElse(null),
            position(pod).orElse(null),
            report,
            report != null && (report.serves() || report.waiting() || report.copying())
                ? null
                : problem(pod, created, now).orElse(null),
            created,
            null);
    return withSince(names, member, previous, now);
  }

  private static Observed.Member withSince(
      Names names, Observed.Member m, DbClusterStatus previous, Instant now) {
    var since =
        previous == null || previous.members() == null
            ? Optional.<Instant>empty()
            : previous.members().stream()
                .filter(before -> names.member(m.ordinal()).equals(before.name()))
                .filter(before -> before.state() == States.of(m) && before.since() != null)
                .map(before -> Instant.parse(before.since()))
                .findFirst();
    return new Observed.Member(
        m.ordinal(),
        m.podUid(),
        m.graceSeconds(),
        m.ready(),
        m.node(),
        m.template(),
        m.position(),
        m.report(),
        m.problem(),
        m.created(),
        since.orElse(now));
  }

  private static Optional<PodCondition> condition(Pod pod, String type) {
    return pod.getStatus() == null
        ? Optional.empty()
        : pod.getStatus().getConditions().stream()
            .filter(c -> type.equals(c.getType()))
            .findFirst();
  }

  private static Stream<ContainerStatus> statuses(Pod pod) {
    return pod.getStatus() == null
        ? Stream.empty()
        : Stream.concat(
            pod.getStatus().getInitContainerStatuses().stream(),
            pod.getStatus().getContainerStatuses().stream());
  }

  /** What {@code prepare.sh} reported last in this pod. */
  private static Optional<PositionReport> position(Pod pod) {
    return statuses(pod)
        .filter(status -> MemberObjects.PREPARE.equals(status.getName()))
        .flatMap(status -> Stream.of(status.getState(), status.getLastState()))
        .filter(Objects::nonNull)
        .map(ContainerState::getTerminated)
        .filter(Objects::nonNull)
        .flatMap(end -> PositionReport.parse(end.getMessage()).stream())
        .findFirst();
  }

  /** Why a pod does not come up, in the words of those who know. */
  private Optional<String> problem(Pod pod, Instant created, Instant now) {
    var unschedulable =
        condition(pod, "PodScheduled")
            .filter(c -> "False".equals(c.getStatus()))
            .map(PodCondition::getMessage);
    if (unschedulable.isPresent()) {
      return claimFailure(pod)
          .map(message -> "no volume: " + message)
          .or(() -> unschedulable.map(message -> "no node: " + message));
    }
    var failing = statuses(pod).filter(Observer::fails).findFirst().map(Observer::why);
    if (failing.isPresent() || created.plus(PATIENCE).isAfter(now)) {
      return failing;
    }
    boolean mounting =
        statuses(pod).allMatch(s -> s.getState() != null && s.getState().getWaiting() != null);
    return mounting ? mountFailure(pod) : Optional.empty();
  }

  private static boolean fails(ContainerStatus status) {
    var state = status.getState();
    return state != null
        && (state.getWaiting() != null && !ORDINARY.contains(state.getWaiting().getReason())
            || state.getTerminated() != null && state.getTerminated().getExitCode() != 0);
  }

  private static String why(ContainerStatus status) {
    var waiting = status.getState().getWaiting();
    var ended =
        Stream.of(
                Optional.ofNullable(status.getState()), Optional.ofNullable(status.getLastState()))
            .flatMap(Optional::stream)
            .map(ContainerState::getTerminated)
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
    if (ended == null) {
      return waiting.getReason() + ": " + waiting.getMessage();
    }
    var error =
        PositionReport.parse(ended.getMessage())
            .map(PositionReport::error)
            .orElseGet(() -> lastLine(ended.getMessage()));
    return "%s of container %s, exit code %d: %s"
        .formatted(
            waiting == null ? ended.getReason() : waiting.getReason(),
            status.getName(),
            ended.getExitCode(),
            error);
  }

  private static String lastLine(String message) {
    if (message == null || message.isBlank()) {
      return "no message";
    }
    var lines = message.strip().split("\\R");
    return lines[lines.length - 1];
  }

  private Optional<String> mountFailure(Pod pod) {
    return event(pod, "involvedObject.uid", pod.getMetadata().getUid(), "FailedMount");
  }

  private Optional<String> claimFailure(Pod pod) {
    return event(
        pod, "involvedObject.name", "data-" + pod.getMetadata().getName(), "ProvisioningFailed");
  }

  private Optional<String> event(Pod pod, String field, String value, String reason) {
    return client
        .v1()
        .events()
        .inNamespace(pod.getMetadata().getNamespace())
        .withField(field, value)
        .list()
        .getItems()
        .stream()
        .filter(event -> reason.equals(event.getReason()))
        .map(Event::getMessage)
        .filter(Objects::nonNull)
        .findFirst();
  }

  /** Ready pods of the proxy. */
  int readyProxies(Names names) {
    var deployment =
        client.apps().deployments().inNamespace(names.namespace()).withName(names.proxy()).get();
    return deployment == null || deployment.getStatus().getReadyReplicas() == null
        ? 0
        : deployment.getStatus().getReadyReplicas();
  }

  /** Whether the Service leads clients to the proxy by now. */
  boolean leadsToProxy(Names names) {
    var service = client.services().inNamespace(names.namespace()).withName(names.members()).get();
    return service != null
        && service.getSpec().getSelector() != null
        && service.getSpec().getSelector().containsValue("proxy");
  }
}
