package dev.laptimer.operator.dbcluster;

import dev.laptimer.api.DbCluster;
import dev.laptimer.api.DbClusterState;
import dev.laptimer.api.DbClusterStatus;
import dev.laptimer.operator.EventRecorder;
import dev.laptimer.operator.OperatorConfig;
import dev.laptimer.operator.StatusWriter;
import dev.laptimer.operator.dbcluster.Applier.NameTakenException;
import dev.laptimer.operator.dbcluster.ClusterStatuses.Facts;
import dev.laptimer.operator.dbcluster.Decision.Step;
import dev.laptimer.operator.run.Runs;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Observes, decides, carries one step out. All that can be decided is decided in {@link Decider}.
 */
public final class DbClusterReconciler implements Reconciler<DbCluster> {

  private static final Logger LOG = LoggerFactory.getLogger(DbClusterReconciler.class);
  private static final Duration AFTER_A_STEP = Duration.ofSeconds(1);
  private static final Duration WHILE_IT_MOVES = Duration.ofSeconds(2);
  private static final Duration WHEN_READY = Duration.ofSeconds(5);
  private static final Duration POSITIONS = Duration.ofSeconds(60);

  /** No look-alikes matter here; every character is safe in files, URLs and SQL. */
  private static final String ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

  private static final int PASSWORD_LENGTH = 32;

  private final KubernetesClient client;
  private final OperatorConfig config;
  private final EventRecorder events;
  private final Observer observer;
  private final Applier applier;
  private final Actions actions;
  private final Runs runs;
  private final StatusWriter statuses;
  private final Clock clock;
  private final SecureRandom random = new SecureRandom();

  /** When the status was written last, by the UID of the cluster. */
  private final Map<String, Instant> written = new ConcurrentHashMap<>();

  /** Clusters whose Secrets were seen to by this process, by UID. */
  private final Set<String> secrets = ConcurrentHashMap.newKeySet();

  public DbClusterReconciler(
      KubernetesClient client, OperatorConfig config, EventRecorder events, Runs runs) {
    this.client = client;
    this.config = config;
    this.events = events;
    this.observer = new Observer(client, new MemberClient());
    this.applier = new Applier(client, StatusWriter.FIELD_MANAGER);
    this.actions = new Actions(client);
    this.runs = runs;
    this.statuses = new StatusWriter(client);
    this.clock = Clock.systemUTC();
  }

  @Override
  public List<EventSource<?, DbCluster>> prepareEventSources(
      EventSourceContext<DbCluster> context) {
    return List.of(
        source(StatefulSet.class, Labels.WATCHED, context),
        source(Deployment.class, Labels.WATCHED, context),
        source(Pod.class, Labels.WATCHED, context),
        source(Job.class, Labels.WATCHED, context),
        source(ConfigMap.class, Labels.WATCHED_PLANS, context));
  }

  /**
   * To be woken: decisions about the cluster are made from what the API server says at that moment.
   * The benchmark's runs are seen in the caches too.
   */
  private static <R extends HasMetadata> EventSource<R, DbCluster> source(
      Class<R> type, String selector, EventSourceContext<DbCluster> context) {
    return new InformerEventSource<>(
        InformerEventSourceConfiguration.from(type, DbCluster.class)
            .withLabelSelector(selector)
            .withNamespacesInheritedFromController()
            .withSecondaryToPrimaryMapper(DbClusterReconciler::clusterOf)
            .build(),
        context);
  }

  private static Set<ResourceID> clusterOf(HasMetadata object) {
    return Labels.clusterName(object)
        .or(() -> dev.laptimer.operator.run.Labels.benchmarkName(object))
        .map(name -> new ResourceID(name, object.getMetadata().getNamespace()))
        .stream()
        .collect(Collectors.toSet());
  }

  @Override
  public UpdateControl<DbCluster> reconcile(DbCluster cluster, Context<DbCluster> context) {
    if (cluster.getMetadata().getDeletionTimestamp() != null) {
      return UpdateControl.noUpdate();
    }
    var now = clock.instant();
    var objects = new MemberObjects(cluster, config.clusterImages().galera(), config.pullSecrets());
    var previous = seen(cluster) ? cluster.getStatus() : null;
    var observed = observer.observe(cluster, previous, objects.templateHash(), now);
    var decision = act(cluster, objects, observed, now);
    var status = ClusterStatuses.of(observed, decision, facts(cluster, objects, observed));
    var next =
        !(decision.step() instanceof Step.Wait)
            ? AFTER_A_STEP
            : status.state() == DbClusterState.Ready ? WHEN_READY : WHILE_IT_MOVES;
    var run =
        runs.advance(
            cluster,
            ClusterRuns.of(cluster, objects, observed, status, config),
            objects(context),
            List.copyOf(context.getSecondaryResources(Pod.class)),
            now);
    if (run.isEmpty()) {
      return UpdateControl.<DbCluster>noUpdate().rescheduleAfter(AFTER_A_STEP);
    }
    var before = previous == null ? null : previous.benchmark();
    var whole = BenchmarkedStatus.of(status, previous, run.get().statusAfter(before), now);
    if (write(cluster, decision, previous, whole, now, context)) {
      runs.tell(cluster, before, run.get());
    }
    return UpdateControl.<DbCluster>noUpdate().rescheduleAfter(sooner(next, run.get().lookAgain()));
  }

  private static List<HasMetadata> objects(Context<DbCluster> context) {
    var objects = new ArrayList<HasMetadata>();
    objects.addAll(context.getSecondaryResources(Job.class));
    objects.addAll(context.getSecondaryResources(ConfigMap.class));
    return objects;
  }

  private static Duration sooner(Duration one, Duration other) {
    return other == null || one.compareTo(other) < 0 ? one : other;
  }

  private static boolean seen(DbCluster cluster) {
    return cluster.getStatus() != null && cluster.getStatus().conditions() != null;
  }

  private Decision act(DbCluster cluster, MemberObjects objects, Observed observed, Instant now) {
    var leftover = observer.leftover(cluster);
    if (leftover.isPresent()) {
      return Decision.wait(
          DbClusterState.Pending,
          "WaitingForDeletion",
          leftover.get() + " of an earlier cluster of this name is still there");
    }
    try {
      support(cluster, objects, observed, now);
      var decision = Decider.decide(observed);
      carryOut(cluster, objects, observed, decision, now);
      return decision;
    } catch (NameTakenException e) {
      return Decision.blocked("NameTaken", e.getMessage());
    }
  }

  /** Services, configuration, Secrets, proxy. */
  private void support(DbCluster cluster, MemberObjects objects, Observed observed, Instant now) {
    var uid = cluster.getMetadata().getUid();
    var names = Names.of(cluster);
    var proxy = cluster.getSpec().proxy();
    boolean throughProxy =
        ProxyObjects.takesClients(
            proxy,
            observer.readyProxies(names),
            observer.leadsToProxy(names),
            observed.replicas() == null);
    objects.supporting(throughProxy).forEach(object -> applier.apply(object, uid, now));
    if (proxy != null) {
      var proxyObjects = proxyObjects(objects, observed);
      if (proxyObjects.ownsStatsSecret() && secrets.add(uid + " stats")) {
        applier.createOnce(proxyObjects.stats(password()));
      }
      proxyObjects.all().forEach(object -> applier.apply(object, uid, now));
    } else {
      remove(cluster);
    }
    if (cluster.getSpec().usersSecretRef() == null && secrets.add(uid + " users")) {
      applier.createOnce(objects.users(password(), password()));
    }
  }

  /** The proxy that was, if it is wanted no more. */
  private void remove(DbCluster cluster) {
    var names = Names.of(cluster);
    var there =
        client.apps().deployments().inNamespace(names.namespace()).withName(names.proxy()).get();
    if (there != null && Observer.isOwnedBy(there, cluster.getMetadata().getUid())) {
      client.resource(there).delete();
    }
  }

  private ProxyObjects proxyObjects(MemberObjects objects, Observed observed) {
    int servers = observed.replicas() == null ? 0 : observed.replicas();
    return new ProxyObjects(
        objects,
        config.clusterImages().haproxy(),
        Math.max(servers, observed.spec().membersOrDefault()));
  }

  private void carryOut(
      DbCluster cluster, MemberObjects objects, Observed observed, Decision decision, Instant now) {
    if (!(decision.step() instanceof Step.Wait)) {
      LOG.info(
          "{}/{}: {} ({})",
          cluster.getMetadata().getNamespace(),
          cluster.getMetadata().getName(),
          decision.message(),
          decision.step());
      events.record(cluster, isWarning(decision.state()), decision.reason(), decision.message());
    }
    var uid = cluster.getMetadata().getUid();
    if (decision.step() instanceof Step.WriteChannel write) {
      actions.writeChannel(objects.channel(write.channel()), observed.channelVersion());
    } else if (decision.step() instanceof Step.Scale scale) {
      applier.apply(
          objects.statefulSet(scale.replicas(), observed.channel().clusterUuid()), uid, now);
    } else if (decision.step() instanceof Step.DeletePod delete) {
      actions.delete(observed.names(), delete);
    }
    if (observed.replicas() != null
        && observed.channel() != null
        && !(decision.step() instanceof Step.Scale)) {
      applier.apply(
          objects.statefulSet(observed.replicas(), observed.channel().clusterUuid()), uid, now);
    }
  }

  private Facts facts(DbCluster cluster, MemberObjects objects, Observed observed) {
    var proxy = cluster.getSpec().proxy();
    var names = Names.of(cluster);
    return new Facts(
        cluster.getMetadata().getGeneration(),
        objects.usersSecret(),
        objects.imageInUse(),
        proxy == null
            ? null
            : new ClusterStatuses.Proxy(
                observer.readyProxies(names),
                proxy.replicasOrDefault(),
                proxyObjects(objects, observed).imageInUse(),
                proxy.hasStats() ? proxyObjects(objects, observed).statsSecret() : null));
  }

  /**
   * Writes the status if it is worth it.
   *
   * @return false if it was not written, as it is the same, or as the cluster is another by now
   */
  private boolean write(
      DbCluster cluster,
      Decision decision,
      DbClusterStatus previous,
      DbClusterStatus status,
      Instant now,
      Context<DbCluster> context) {
    var uid = cluster.getMetadata().getUid();
    var last = written.getOrDefault(uid, Instant.EPOCH);
    if (status.equals(previous)
        || (!ClusterStatuses.differs(previous, status) && last.plus(POSITIONS).isAfter(now))) {
      return false;
    }
    if (!statuses.write(cluster, status, DbCluster::new, context)) {
      return false;
    }
    written.put(uid, now);
    tell(cluster, decision, previous, status);
    return true;
  }

  /** Steps were told when they were carried out; this is for what happens by itself. */
  private void tell(
      DbCluster cluster, Decision decision, DbClusterStatus before, DbClusterStatus after) {
    if (decision.step() instanceof Step.Wait
        && (before == null || before.state() != after.state())) {
      events.record(cluster, isWarning(after.state()), after.state().name(), after.summary());
    }
  }

  private static boolean isWarning(DbClusterState state) {
    return switch (state) {
      case Pending, Forming, Ready, Scaling, Updating -> false;
      case Degraded, Down, Recovering, Blocked -> true;
    };
  }

  private String password() {
    return random
        .ints(PASSWORD_LENGTH, 0, ALPHABET.length())
        .mapToObj(i -> String.valueOf(ALPHABET.charAt(i)))
        .collect(Collectors.joining());
  }
}
