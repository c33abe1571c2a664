package dev.laptimer.runner.trial;

import dev.laptimer.api.EngineName;
import dev.laptimer.api.ExpiryMethod;
import dev.laptimer.client.CacheClient;
import dev.laptimer.client.ClientErrors;
import dev.laptimer.client.Clients;
import dev.laptimer.client.Pipe;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.ResultDocument.RowBytes;
import dev.laptimer.runner.trial.Worker.Expiry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** A cache and the run's keys. */
final class CacheTarget implements TrialTarget {

  private final Plan plan;
  private final Plan.Arm arm;
  private final ClientErrors errors;
  private final Share share;
  private final List<CacheClient> clients = new ArrayList<>();
  private CacheClient.Key[] keys;
  private CacheValues values;
  private Expiry expiry;

  CacheTarget(Plan plan, Plan.Arm arm, ClientErrors errors, Share share) {
    this.plan = plan;
    this.arm = arm;
    this.errors = errors;
    this.share = share;
  }

  /** Each worker has a client and a contiguous share of the keys. */
  @Override
  public List<Worker> connect() {
    var workload = plan.workload(arm);
    keys = keys(workload);
    values = CacheValues.of(plan.seed(), workload);
    int connections = share.connections(workload.connections()).size();
    int each = arm.client().isMultiplexed() ? connections : 1;
    for (int i = 0; i < connections; i += each) {
      clients.add(Clients.open(arm, each));
    }
    if (arm.owned() && share.isFirst()) {
      clients.get(0).flush();
    }
    clients.get(0).prepare(workload.expirySeconds());
    expiry =
        Expiry.of(
            workload.expirySeconds(),
            workload.expiryMethodOrDefault(),
            clockGranularityNanos(),
            keys.length,
            !share.isWhole());
    var shares =
        KeySequence.split(
            workload.keyOrder(),
            keys.length,
            share.items(keys.length, workload.connections()),
            clients.size(),
            plan.seed());
    var reads = new ReadShare(plan.seed(), workload.readPercentOrDefault());
    return IntStream.range(0, clients.size())
        .mapToObj(
            i ->
                new Worker(
                    pipe(clients.get(i), workload),
                    workload.pipelineDepth(),
                    errors,
                    keys,
                    values,
                    shares.get(i),
                    expiry,
                    reads))
        .toList();
  }

  /** What each value is kept under; where it is a member of a set, that is the set's first key. */
  private CacheClient.Key[] keys(Plan.Workload workload) {
    var own = new KeySpace(plan, workload).keys(arm.client());
    if (workload.expiryMethodOrDefault() == ExpiryMethod.SetMembers) {
      Arrays.setAll(own, i -> own[i - i % ExpiryMethod.MEMBERS_OF_A_SET]);
    }
    return own;
  }

  private static Pipe pipe(CacheClient client, Plan.Workload workload) {
    return workload.expiryMethodOrDefault() == ExpiryMethod.SetMembers
        ? client.membersPipe(workload.pipelineDepth())
        : client.pipe(workload.pipelineDepth());
  }

  /** Memcached's clock has whole seconds, so that it may drop a key up to one second too early. */
  private long clockGranularityNanos() {
    return arm.engine() == EngineName.Memcached
        ? TimeUnit.SECONDS.toNanos(1)
        : TimeUnit.MILLISECONDS.toNanos(1);
  }

  @Override
  public Map<String, Long> counters() {
    return clients.get(0).serverCounters();
  }

  /** A cache that confirmed a write has it; whether for as long as it shall is another matter. */
  @Override
  public void settle() {
    TimeToLiveCheck.problem(clients.get(0), keys, expiry)
        .ifPresent(
            problem -> {
              throw new TargetFailedException(problem);
            });
  }

  @Override
  public RowBytes rowBytes() {
    return values.rowBytes();
  }

  @Override
  public void ping() {
    clients.get(0).ping();
  }

  @Override
  public void close() {
    clients.forEach(CacheClient::close);
  }
}
