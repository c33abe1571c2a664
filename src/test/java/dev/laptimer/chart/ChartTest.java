package dev.laptimer.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.marcnuri.helm.Helm;
import dev.laptimer.operator.Permissions;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ChartTest {

  private static final String NAMESPACE = "tools";
  private static final Map<String, ?> OWN = Map.of("watch", Map.of("mode", "Own"));

  @Test
  void lintFindsNothing() {
    var lint = new Helm(Chart.FOLDER).lint().strict().call();
    assertThat(lint.isFailed()).as(lint.getMessages().toString()).isFalse();
  }

  @ParameterizedTest
  @MethodSource
  void aValueThatIsNotOneIsRefusedByName(Map<String, ?> values, String name) {
    assertThatThrownBy(() -> Chart.render("laptimer", NAMESPACE, values))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(name);
  }

  static Stream<Arguments> aValueThatIsNotOneIsRefusedByName() {
    return Stream.of(
        Arguments.of(Map.of("replica", 2), "replica"),
        Arguments.of(Map.of("replicas", "two"), "replicas"),
        Arguments.of(Map.of("replicas", -1), "replicas"),
        Arguments.of(Map.of("image", Map.of("name", "laptimer")), "name"),
        Arguments.of(Map.of("image", Map.of("digest", "abc")), "image.digest"),
        Arguments.of(Map.of("image", Map.of("pullPolicy", "Sometimes")), "image.pullPolicy"),
        Arguments.of(Map.of("images", Map.of("reddis", "redis:8")), "reddis"),
        Arguments.of(Map.of("imagePullSecrets", List.of("mirror")), "imagePullSecrets.0"),
        Arguments.of(Map.of("watch", Map.of("mode", "Cluster")), "watch.mode"),
        Arguments.of(Map.of("crds", Map.of("install", true)), "install"),
        Arguments.of(Map.of("rbac", Map.of("created", true)), "created"),
        Arguments.of(Map.of("serviceAccount", Map.of("names", "x")), "names"),
        Arguments.of(Map.of("log", Map.of("level", "LOUD")), "log.level"),
        Arguments.of(Map.of("metrics", Map.of("enabled", true)), "enabled"),
        Arguments.of(Map.of("resources", Map.of("limit", Map.of())), "limit"));
  }

  @Test
  void everyValueIsDescribedInTheSchemaAndInTheValuesFile() throws IOException {
    var mapper = new JsonMapper();
    var schema = mapper.readTree(Files.readString(Chart.FOLDER.resolve("values.schema.json")));
    var problems = new ArrayList<String>();
    var leaves = new TreeMap<String, JsonNode>();
    walk("", schema, problems, leaves);
    assertThat(problems).isEmpty();

    var values =
        mapper.valueToTree(
            Serialization.unmarshal(
                Files.readString(Chart.FOLDER.resolve("values.yaml")), Map.class));
    assertThat(leaves.keySet())
        .filteredOn(path -> !path.equals("/global"))
        .allSatisfy(
            path -> assertThat(values.at(path).isMissingNode()).as("value of %s", path).isFalse());
  }

  /** Every object with known fields is closed, every field described. */
  private static void walk(
      String path, JsonNode schema, List<String> problems, Map<String, JsonNode> leaves) {
    if (!schema.has("properties")) {
      leaves.put(path, schema);
      return;
    }
    if (!schema.path("additionalProperties").isBoolean()
        || schema.path("additionalProperties").asBoolean()) {
      problems.add(path + " takes unknown fields");
    }
    schema
        .get("properties")
        .properties()
        .forEach(
            field -> {
              var at = path + "/" + field.getKey();
              if (field.getValue().path("description").asText().isBlank()) {
                problems.add(at + " has no description");
              }
              walk(at, field.getValue(), problems, leaves);
            });
  }

  @ParameterizedTest
  @MethodSource("matrix")
  void everyCombinationOfValuesIsAsSafeAsTheDefault(Map<String, ?> values) {
    var objects = objects(values);
    assertThat(objects)
        .allSatisfy(
            object -> {
              assertThat(object).isNotInstanceOf(GenericKubernetesResource.class);
              assertThat(object.getMetadata().getLabels())
                  .containsEntry("app.kubernetes.io/name", "laptimer")
                  .containsEntry("app.kubernetes.io/instance", "speed")
                  .containsEntry("app.kubernetes.io/part-of", "laptimer")
                  .containsEntry("app.kubernetes.io/version", "0.1.0")
                  .containsEntry("app.kubernetes.io/managed-by", "Helm")
                  .containsEntry("helm.sh/chart", "laptimer-0.1.0");
              assertThat(object.getMetadata().getNamespace())
                  .isEqualTo(clusterWide(object) ? null : NAMESPACE);
            });
    assertThat(rules(objects))
        .allSatisfy(
            rule -> {
              assertThat(rule.getVerbs())
                  .doesNotContain("*", "escalate", "bind", "impersonate")
                  .isNotEmpty();
              assertThat(rule.getResources())
                  .isNotEmpty()
                  .noneMatch(resource -> resource.contains("*"))
                  .noneMatch(resource -> resource.equals("pods/exec"));
              assertThat(rule.getApiGroups()).isNotEmpty().doesNotContain("*");
              if (rule.getResources().contains("secrets")) {
                assertThat(rule.getVerbs()).as("Secrets are never read").containsExactly("create");
              }
            });
    var pod = one(objects, Deployment.class).getSpec().getTemplate().getSpec();
    assertThat(RestrictedProfile.violations(pod)).isEmpty();
    assertThat(Chart.render("speed", NAMESPACE, values))
        .isEqualTo(Chart.render("speed", NAMESPACE, values));
  }

  static List<Map<String, ?>> matrix() {
    var all = new ArrayList<Map<String, ?>>();
    for (var mode : List.of("All", "Own")) {
      for (var replicas : List.of(0, 1, 3)) {
        for (var on : List.of(true, false)) {
          all.add(
              Map.of(
                  "watch",
                  Map.of("mode", mode),
                  "replicas",
                  replicas,
                  "crds",
                  Map.of("enabled", on, "keep", !on),
                  "rbac",
                  Map.of("create", on, "aggregate", on),
                  "serviceAccount",
                  Map.of("create", on, "annotations", Map.of("example.com/role", "bench")),
                  "metrics",
                  Map.of("service", Map.of("enabled", on)),
                  "podLabels",
                  on ? Map.of("team", "platform") : Map.of(),
                  "podAnnotations",
                  on ? Map.of("prometheus.io/scrape", "true") : Map.of()));
        }
      }
    }
    return all;
  }

  @Test
  void theOperatorOfAllNamespacesHasAClusterRoleWithWhatItsCodeDoes() {
    var objects = objects(Map.of("rbac", Map.of("aggregate", false)));
    assertThat(asPermissions(one(objects, ClusterRole.class).getRules()))
        .isEqualTo(normal(Permissions.BENCHMARKS));
    assertThat(all(objects, Role.class)).isEmpty();
    assertThat(all(objects, RoleBinding.class)).isEmpty();
    var binding = one(objects, ClusterRoleBinding.class);
    assertThat(binding.getRoleRef().getName()).isEqualTo("speed-laptimer");
    assertThat(binding.getSubjects())
        .singleElement()
        .satisfies(subject -> assertThat(subject.getName()).isEqualTo("speed-laptimer"))
        .satisfies(subject -> assertThat(subject.getNamespace()).isEqualTo(NAMESPACE));
  }

  @Test
  void theOperatorOfItsOwnNamespaceHasARoleThereAndNothingInTheCluster() {
    var objects = objects(OWN);
    assertThat(asPermissions(one(objects, Role.class).getRules()))
        .isEqualTo(normal(Permissions.BENCHMARKS));
    assertThat(one(objects, RoleBinding.class).getRoleRef().getKind()).isEqualTo("Role");
    assertThat(objects)
        .filteredOn(ChartTest::clusterWide)
        .hasOnlyElementsOfType(CustomResourceDefinition.class);
    assertThat(environment(OWN).get("LAPTIMER_WATCH_NAMESPACES"))
        .isEqualTo("field metadata.namespace");
  }

  @Test
  void severalOperatorsElectALeaderInTheirOwnNamespace() {
    var objects = objects(Map.of("replicas", 2));
    var role = one(objects, Role.class);
    assertThat(role.getMetadata().getName()).isEqualTo("speed-laptimer-leader-election");
    assertThat(asPermissions(role.getRules())).isEqualTo(normal(Permissions.LEADER_ELECTION));
    assertThat(one(objects, RoleBinding.class).getRoleRef().getName())
        .isEqualTo(role.getMetadata().getName());
    assertThat(environment(Map.of("replicas", 2)))
        .containsEntry("LAPTIMER_LEADER_ELECTION", "true");
    assertThat(one(objects, Deployment.class).getSpec().getStrategy()).isNull();
  }

  @Test
  void aLoneOperatorIsGoneBeforeTheNextOneStarts() {
    assertThat(one(objects(Map.of()), Deployment.class).getSpec().getStrategy().getType())
        .isEqualTo("Recreate");
  }

  @Test
  void whoMayEditANamespaceMayEditItsBenchmarks() {
    var roles =
        all(objects(Map.of("rbac", Map.of("create", false))), ClusterRole.class).stream()
            .collect(
                Collectors.toMap(role -> role.getMetadata().getName(), role -> role, (a, b) -> a));
    assertThat(roles).containsOnlyKeys("speed-laptimer-view", "speed-laptimer-edit");
    assertThat(roles.get("speed-laptimer-view").getMetadata().getLabels())
        .containsEntry("rbac.authorization.k8s.io/aggregate-to-view", "true");
    assertThat(roles.get("speed-laptimer-edit").getMetadata().getLabels())
        .containsEntry("rbac.authorization.k8s.io/aggregate-to-edit", "true")
        .containsEntry("rbac.authorization.k8s.io/aggregate-to-admin", "true")
        .doesNotContainKey("rbac.authorization.k8s.io/aggregate-to-view");
    assertThat(roles.get("speed-laptimer-view").getRules())
        .flatExtracting(PolicyRule::getVerbs)
        .containsExactly("get", "list", "watch");
  }

  @Test
  void theOperatorGetsItsSettingsFromTheValues() {
    assertThat(environment(Map.of()))
        .isEqualTo(
            Map.of(
                "LAPTIMER_IMAGE", "laptimer.test/laptimer:0.1.0",
                "LAPTIMER_LOG_FORMAT", "json",
                "LAPTIMER_LOG_LEVEL", "INFO",
                "LAPTIMER_HTTP_PORT", "8080",
                "LAPTIMER_LEADER_ELECTION", "false",
                "POD_NAMESPACE", "field metadata.namespace",
                "POD_NAME", "field metadata.name"));
    assertThat(
            environment(
                Map.of(
                    "images",
                    Map.of("runner", "m/runner:1", "redis", "m/redis:8", "memcached", "m/mc:1.6"),
                    "imagePullSecrets",
                    List.of(Map.of("name", "mirror"), Map.of("name", "hub")),
                    "log",
                    Map.of("format", "text", "level", "DEBUG"))))
        .isEqualTo(
            Map.of(
                "LAPTIMER_IMAGE", "m/runner:1",
                "LAPTIMER_IMAGE_REDIS", "m/redis:8",
                "LAPTIMER_IMAGE_MEMCACHED", "m/mc:1.6",
                "LAPTIMER_IMAGE_PULL_SECRETS", "mirror,hub",
                "LAPTIMER_LOG_FORMAT", "text",
                "LAPTIMER_LOG_LEVEL", "DEBUG",
                "LAPTIMER_HTTP_PORT", "8080",
                "LAPTIMER_LEADER_ELECTION", "false",
                "POD_NAMESPACE", "field metadata.namespace",
                "POD_NAME", "field metadata.name"));
  }

  @Test
  void aDigestCountsMoreThanATag() {
    var digest = "sha256:" + "0123456789abcdef".repeat(4);
    var image = Map.of("repository", "m/laptimer", "tag", "2", "digest", digest);
    assertThat(environment(Map.of("image", image)))
        .containsEntry("LAPTIMER_IMAGE", "m/laptimer@" + digest);
  }

  @Test
  void podsAreSelectedByLabelsThatAnUpgradeKeeps() {
    var objects = objects(Map.of("metrics", Map.of("service", Map.of("enabled", true))));
    var deployment = one(objects, Deployment.class);
    var stable =
        Map.of(
            "app.kubernetes.io/name", "laptimer",
            "app.kubernetes.io/instance", "speed",
            "app.kubernetes.io/component", "operator");
    assertThat(deployment.getSpec().getSelector())
        .isEqualTo(new LabelSelectorBuilder().withMatchLabels(stable).build());
    assertThat(one(objects, Service.class).getSpec().getSelector()).isEqualTo(stable);
    assertThat(deployment.getSpec().getTemplate().getMetadata().getLabels())
        .containsAllEntriesOf(stable);
  }

  @Test
  void theHeapFollowsAMemoryLimitThatIsSetAside() {
    var resources =
        one(objects(Map.of()), Deployment.class)
            .getSpec()
            .getTemplate()
            .getSpec()
            .getContainers()
            .get(0)
            .getResources();
    assertThat(resources.getLimits().get("memory"))
        .isEqualTo(resources.getRequests().get("memory"));
  }

  @Test
  void theDefinitionsAreThoseOfTheProject() throws IOException {
    for (var keep : List.of(true, false)) {
      var rendered =
          all(objects(Map.of("crds", Map.of("keep", keep))), CustomResourceDefinition.class);
      assertThat(rendered)
          .allSatisfy(
              definition ->
                  assertThat(definition.getMetadata().getAnnotations())
                      .isEqualTo(keep ? Map.of("helm.sh/resource-policy", "keep") : Map.of()));
      rendered.forEach(
          definition -> {
            definition.getMetadata().setLabels(Map.of());
            definition.getMetadata().setAnnotations(Map.of());
          });
      assertThat(rendered)
          .containsExactlyElementsOf(
              PlainManifests.chartCrds().values().stream()
                  .map(text -> Serialization.unmarshal(text, CustomResourceDefinition.class))
                  .toList());
    }
    assertThat(files(Chart.FOLDER.resolve("files/crds")))
        .as("differs from crds/; run make k8s")
        .isEqualTo(PlainManifests.chartCrds());
  }

  @Test
  void thePlainManifestsAreThoseOfTheChart() throws IOException {
    for (var manifest : PlainManifests.manifests().entrySet()) {
      assertThat(Files.readString(manifest.getKey()))
          .as("%s differs; run make k8s", manifest.getKey())
          .isEqualTo(manifest.getValue());
    }
  }

  private static Map<Path, String> files(Path folder) throws IOException {
    var texts = new TreeMap<Path, String>();
    try (var files = Files.list(folder)) {
      for (var file : files.toList()) {
        texts.put(file, Files.readString(file));
      }
    }
    return texts;
  }

  private static List<HasMetadata> objects(Map<String, ?> values) {
    var serialization = new KubernetesSerialization();
    return Stream.of(Chart.render("speed", NAMESPACE, values).split("(?m)^---\n"))
        .filter(document -> !document.isBlank())
        .map(document -> (HasMetadata) serialization.unmarshal(document))
        .toList();
  }

  private static <T> List<T> all(List<HasMetadata> objects, Class<T> type) {
    return objects.stream().filter(type::isInstance).map(type::cast).toList();
  }

  private static <T> T one(List<HasMetadata> objects, Class<T> type) {
    assertThat(all(objects, type)).hasSize(1);
    return all(objects, type).get(0);
  }

  private static boolean clusterWide(HasMetadata object) {
    return List.of("CustomResourceDefinition", "ClusterRole", "ClusterRoleBinding")
        .contains(object.getKind());
  }

  private static List<PolicyRule> rules(List<HasMetadata> objects) {
    return Stream.concat(
            all(objects, Role.class).stream().flatMap(role -> role.getRules().stream()),
            all(objects, ClusterRole.class).stream().flatMap(role -> role.getRules().stream()))
        .toList();
  }

  /** The one verb list of each resource. */
  private static Map<String, List<String>> normal(List<Permissions.Rule> rules) {
    var verbs = new TreeMap<String, List<String>>();
    for (var rule : rules) {
      for (var resource : rule.resources()) {
        verbs.put(resource + "." + rule.apiGroup(), rule.verbs().stream().sorted().toList());
      }
    }
    return verbs;
  }

  private static Map<String, List<String>> asPermissions(List<PolicyRule> rules) {
    return normal(
        rules.stream()
            .flatMap(
                rule ->
                    rule.getApiGroups().stream()
                        .map(
                            group ->
                                new Permissions.Rule(group, rule.getResources(), rule.getVerbs())))
            .toList());
  }

  private static Map<String, String> environment(Map<String, ?> values) {
    return one(objects(values), Deployment.class)
        .getSpec()
        .getTemplate()
        .getSpec()
        .getContainers()
        .get(0)
        .getEnv()
        .stream()
        .collect(Collectors.toMap(EnvVar::getName, ChartTest::valueOf));
  }

  private static String valueOf(EnvVar variable) {
    return variable.getValueFrom() == null
        ? variable.getValue()
        : "field " + variable.getValueFrom().getFieldRef().getFieldPath();
  }
}
