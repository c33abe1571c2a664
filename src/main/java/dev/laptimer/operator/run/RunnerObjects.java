package dev.laptimer.operator.run;

import dev.laptimer.api.BenchmarkSpec;
import dev.laptimer.api.Documents;
import dev.laptimer.api.Runner;
import dev.laptimer.api.Separation;
import dev.laptimer.operator.PodParts;
import dev.laptimer.operator.run.Benchmark.MountedSecret;
import dev.laptimer.operator.run.Benchmark.RunnerImage;
import dev.laptimer.plan.Plan;
import dev.laptimer.plan.Plan.Runners;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.KeyToPathBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.fabric8.kubernetes.api.model.VolumeProjection;
import io.fabric8.kubernetes.api.model.VolumeProjectionBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The runner: a Job whose pods are never tried twice, and its plan. Of several pods the first has
 * the lead; a variant with an image has a container of its own in each pod, which makes its trials
 * when the lead says so. Pure.
 */
public final class RunnerObjects {

  static final String CONTAINER = "runner";

  /** Folder with a folder for each Secret. */
  public static final String SECRETS_DIR = "/etc/laptimer/secrets";

  private static final String PLAN_DIR = "/etc/laptimer/plan";
  private static final String PLAN = PLAN_DIR + "/plan.json";
  private static final String TOKEN = PLAN_DIR + "/token";
  private static final String LOOPBACK = "127.0.0.1";
  private static final String TERMINATION_LOG = "/dev/termination-log";
  private static final String TMP_SIZE = "256Mi";
  private static final String MEMORY = "512Mi";
  private static final long GRACE_SECONDS = 60;

  /** Readable for the group that the pod runs as, and for nobody else. */
  private static final int SECRET_MODE = 0440;

  /** Beyond the runner's own timeouts: only a runner that hangs is stopped by the Job's. */
  private static final long BACKSTOP_SECONDS = 120;

  private RunnerObjects() {}

  /** Hosts of the runner's pods, as the plan has them. */
  public static List<String> hosts(Runner runner, String prefix, int run, String namespace) {
    return IntStream.range(0, runner.podsOrDefault())
        .mapToObj(pod -> pod == 0 ? LOOPBACK : Names.runnerHost(prefix, run, namespace, pod))
        .toList();
  }

  /**
   * What the runner reads.
   *
   * @param token by which its pods know each other
   */
  static ConfigMap plan(ObjectMeta metadata, BenchmarkSpec spec, Plan plan, String token) {
    var planned =
        new ConfigMapBuilder()
            .withMetadata(metadata)
            .addToData("spec.json", Documents.toJson(spec))
            .addToData("plan.json", Documents.toJson(plan));
    return (plan.runners() == null ? planned : planned.addToData("token", token)).build();
  }

  /** The name of each pod; only for several. Ready or not, they are to find each other. */
  static Service service(ObjectMeta metadata) {
    return new ServiceBuilder()
        .withMetadata(metadata)
        .withNewSpec()
        .withClusterIP("None")
        .withPublishNotReadyAddresses(true)
        .withSelector(Labels.selector(metadata.getLabels()))
        .endSpec()
        .build();
  }

  /**
   * Executes the plan.
   *
   * @param metadata of the object
   * @param planName name of the ConfigMap with the plan
   * @param runners who makes the trials; null for one pod of one container
   * @param measuredPods labels of the pods whose node the runner avoids
   */
  static Job job(
      ObjectMeta metadata,
      Benchmark benchmark,
      String planName,
      Runners runners,
      Map<String, String> measuredPods) {
    var spec = benchmark.spec();
    int pods = spec.runnerOrDefault().podsOrDefault();
    return new JobBuilder()
        .withMetadata(metadata)
        .withNewSpec()
        .withBackoffLimit(0)
        .withCompletions(pods)
        .withParallelism(pods)
        .withCompletionMode(pods == 1 ? null : "Indexed")
        .withActiveDeadlineSeconds(
            spec.startTimeoutSecondsOrDefault() + spec.timeoutSecondsOrDefault() + BACKSTOP_SECONDS)
        .withNewTemplate()
        .withNewMetadata()
        .withLabels(metadata.getLabels())
        .withAnnotations(metadata.getAnnotations())
        .endMetadata()
        .withSpec(pod(metadata, benchmark, planName, runners, measuredPods))
        .endTemplate()
        .endSpec()
        .build();
  }

  private static PodSpec pod(
      ObjectMeta metadata,
      Benchmark benchmark,
      String planName,
      Runners runners,
      Map<String, String> measuredPods) {
    var runner = benchmark.spec().runnerOrDefault();
    var volumes = new ArrayList<Volume>();
    volumes.add(
        new VolumeBuilder()
            .withName("plan")
            .withNewConfigMap()
            .withName(planName)
            .withDefaultMode(0444)
            .endConfigMap()
            .build());
    volumes.add(PodParts.emptyDir("tmp", TMP_SIZE));
    var mounts = new ArrayList<VolumeMount>();
    mounts.add(readOnly("plan", PLAN_DIR));
    mounts.add(new VolumeMountBuilder().withName("tmp").withMountPath("/tmp").build());
    secrets(benchmark.secrets())
        .forEach(
            (secret, projections) -> {
              var volume = Names.secretVolume(secret);
              volumes.add(
                  new VolumeBuilder()
                      .withName(volume)
                      .withNewProjected()
                      .withDefaultMode(SECRET_MODE)
                      .withSources(projections)
                      .endProjected()
                      .build());
              mounts.add(readOnly(volume, SECRETS_DIR + "/" + secret));
            });
    var placed = PodParts.spec(runner.placement(), benchmark.runner().pullSecrets());
    return placed
        .withTerminationGracePeriodSeconds(GRACE_SECONDS)
        .withRestartPolicy("Never")
        .withAffinity(
            PodParts.apartFrom(
                placed.buildAffinity(),
                measuredPods,
                runner.separationOrDefault() == Separation.Required))
        // With the name of the Job's Service each pod has a name that the others can look up
        .withSubdomain(runner.podsOrDefault() == 1 ? null : metadata.getName())
        .withContainers(containers(runner, benchmark.runner(), runners, mounts))
        .withVolumes(volumes)
        .build();
  }

  private static List<Container> containers(
      Runner runner, RunnerImage image, Runners runners, List<VolumeMount> mounts) {
    var arguments = new ArrayList<String>();
    arguments.addAll(List.of("runner", "--spec", PLAN_DIR + "/spec.json", "--plan", PLAN));
    if (runners != null) {
      arguments.addAll(List.of("--token", TOKEN));
    }
    arguments.addAll(List.of("--termination-log", TERMINATION_LOG));
    var containers = new ArrayList<Container>();
    containers.add(
        container(
            CONTAINER,
            runner.image() == null ? image.image() : runner.image(),
            arguments,
            runner,
            mounts));
    var images = runners == null ? List.<String>of() : runners.images();
    for (int i = 0; i < images.size(); i++) {
      int number = i + 1;
      var port = Integer.toString(runners.firstPort() + number);
      containers.add(
          container(
              CONTAINER + "-" + number,
              images.get(i),
              List.of("agent", "--plan", PLAN, "--token", TOKEN, "--port", port),
              runner,
              mounts));
    }
    return List.copyOf(containers);
  }

  private static Container container(
      String name, String image, List<String> arguments, Runner runner, List<VolumeMount> mounts) {
    return new ContainerBuilder()
        .withName(name)
        .withImage(image)
        .withImagePullPolicy("IfNotPresent")
        .withArgs(arguments)
        .withResources(PodParts.resources(runner.resources(), MEMORY))
        .withSecurityContext(PodParts.containerSecurity())
        .withTerminationMessagePath(TERMINATION_LOG)
        // A runner that could not even say how it ended is judged by its last words
        .withTerminationMessagePolicy("FallbackToLogsOnError")
        .withVolumeMounts(mounts)
        .build();
  }

  private static VolumeMount readOnly(String volume, String path) {
    return new VolumeMountBuilder().withName(volume).withMountPath(path).withReadOnly(true).build();
  }

  /** Only those keys of each Secret that the runner reads; two of one Secret share its folder. */
  private static Map<String, List<VolumeProjection>> secrets(List<MountedSecret> secrets) {
    var required = new TreeMap<String, Map<String, KeyToPath>>();
    var optional = new TreeMap<String, Map<String, KeyToPath>>();
    for (var secret : secrets) {
      secret.keys().forEach(key -> add(required, secret.name(), key));
      secret.optionalKeys().forEach(key -> add(optional, secret.name(), key));
    }
    var result = new TreeMap<String, List<VolumeProjection>>();
    required.forEach(
        (secret, items) -> {
          var projections = new ArrayList<VolumeProjection>();
          projections.add(projection(secret, items, false));
          var others = optional.getOrDefault(secret, Map.of());
          if (!others.isEmpty()) {
            projections.add(projection(secret, others, true));
          }
          result.put(secret, projections);
        });
    return result;
  }

  private static void add(Map<String, Map<String, KeyToPath>> secrets, String secret, String key) {
    secrets
        .computeIfAbsent(secret, any -> new LinkedHashMap<>())
        .put(key, new KeyToPathBuilder().withKey(key).withPath(key).build());
  }

  private static VolumeProjection projection(
      String secret, Map<String, KeyToPath> items, boolean optional) {
    return new VolumeProjectionBuilder()
        .withNewSecret()
        .withName(secret)
        .withItems(List.copyOf(items.values()))
        .withOptional(optional)
        .endSecret()
        .build();
  }
}
