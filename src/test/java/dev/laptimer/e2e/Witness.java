package dev.laptimer.e2e;

import static dev.laptimer.e2e.Cluster.CLIENT;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.LogWatch;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Sees all that happens in a namespace, also what is gone by the time somebody asks: the log of
 * every container, each Job that there ever was, and whether two runners measured at once.
 */
final class Witness implements AutoCloseable {

  private static final String JOB_LABEL = "batch.kubernetes.io/job-name";

  private final String namespace;
  private final Path logs;
  private final Map<String, AutoCloseable> followed = new ConcurrentHashMap<>();
  private final Map<String, Set<String>> jobUids = new ConcurrentHashMap<>();
  private final Map<String, String> measuring = new ConcurrentHashMap<>();
  private final Set<String> measuredTogether = ConcurrentHashMap.newKeySet();
  private final SharedIndexInformer<Pod> pods;
  private final SharedIndexInformer<Job> jobs;

  private Witness(String namespace, Path logs) {
    this.namespace = namespace;
    this.logs = logs;
    this.pods = CLIENT.pods().inNamespace(namespace).inform(handler(this::pod, this::podGone));
    this.jobs =
        CLIENT.batch().v1().jobs().inNamespace(namespace).inform(handler(this::job, job -> {}));
  }

  static Witness of(String namespace) {
    try {
      return new Witness(
          namespace, Files.createDirectories(Path.of("target", "e2e", namespace, "logs")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** UIDs of all Jobs that were ever seen, by their name. */
  Map<String, Set<String>> jobUids() {
    return jobUids;
  }

  /** Jobs that measured while another did; empty if all is well. */
  Set<String> measuredTogether() {
    return measuredTogether;
  }

  /** All that was ever logged, by pod and container. */
  Map<String, String> logs() {
    var all = new TreeMap<String, String>();
    try (Stream<Path> files = Files.list(logs)) {
      for (var file : files.toList()) {
        all.put(file.getFileName().toString(), Files.readString(file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all;
  }

  private void job(Job job) {
    jobUids
        .computeIfAbsent(job.getMetadata().getName(), name -> ConcurrentHashMap.newKeySet())
        .add(job.getMetadata().getUid());
  }

  private synchronized void pod(Pod pod) {
    if (pod.getMetadata().getLabels() != null
        && pod.getMetadata().getLabels().containsKey(JOB_LABEL)) {
      if ("Running".equals(pod.getStatus().getPhase())) {
        measuring.put(pod.getMetadata().getName(), pod.getMetadata().getLabels().get(JOB_LABEL));
      } else {
        measuring.remove(pod.getMetadata().getName());
      }
      // Several pods of one Job measure together by design
      var jobs = new TreeSet<>(measuring.values());
      if (jobs.size() > 1) {
        measuredTogether.addAll(jobs);
      }
    }
    Stream.concat(
            pod.getStatus().getInitContainerStatuses().stream(),
            pod.getStatus().getContainerStatuses().stream())
        .filter(status -> status.getContainerID() != null && !status.getContainerID().isEmpty())
        .forEach(status -> follow(pod, status));
  }

  private synchronized void podGone(Pod pod) {
    measuring.remove(pod.getMetadata().getName());
  }

  private void follow(Pod pod, ContainerStatus status) {
    followed.computeIfAbsent(
        pod.getMetadata().getUid() + status.getContainerID(),
        container -> {
          try {
            var file =
                logs.resolve(
                    "%s.%s.%d.log"
                        .formatted(
                            pod.getMetadata().getName(),
                            status.getName(),
                            status.getRestartCount()));
            OutputStream out = Files.newOutputStream(file);
            LogWatch watch =
                CLIENT
                    .pods()
                    .inNamespace(namespace)
                    .withName(pod.getMetadata().getName())
                    .inContainer(status.getName())
                    .watchLog(out);
            return () -> {
              watch.close();
              out.close();
            };
          } catch (KubernetesClientException | IOException e) {
            return () -> {};
          }
        });
  }

  private static <T> ResourceEventHandler<T> handler(Consumer<T> seen, Consumer<T> gone) {
    return new ResourceEventHandler<>() {
      @Override
      public void onAdd(T object) {
        seen.accept(object);
      }

      @Override
      public void onUpdate(T before, T object) {
        seen.accept(object);
      }

      @Override
      public void onDelete(T object, boolean lastStateUnknown) {
        gone.accept(object);
      }
    };
  }

  @Override
  public void close() {
    pods.close();
    jobs.close();
    for (var log : followed.values()) {
      try {
        log.close();
      } catch (Exception e) {
        throw new IllegalStateException("a log of " + namespace + " does not close", e);
      }
    }
  }
}
