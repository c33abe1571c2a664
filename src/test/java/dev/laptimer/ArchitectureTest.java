package dev.laptimer;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;

/**
 * Dependencies point one way; the runner never sees Kubernetes, the operator never talks to a
 * cache.
 */
@AnalyzeClasses(packages = "dev.laptimer", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule dependenciesPointOneWay =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("api")
          .definedBy("dev.laptimer.api..")
          .layer("plan")
          .definedBy("dev.laptimer.plan..")
          .layer("result")
          .definedBy("dev.laptimer.result..")
          .layer("engine")
          .definedBy("dev.laptimer.engine..")
          .layer("client")
          .definedBy("dev.laptimer.client..")
          .layer("runner")
          .definedBy("dev.laptimer.runner..")
          .layer("local")
          .definedBy("dev.laptimer.local..")
          .layer("operator")
          .definedBy("dev.laptimer.operator..")
          .layer("main")
          .definedBy("dev.laptimer")
          .whereLayer("plan")
          .mayOnlyAccessLayers("api")
          .whereLayer("result")
          .mayOnlyAccessLayers("api", "plan")
          .whereLayer("engine")
          .mayOnlyAccessLayers("api", "plan", "result")
          .whereLayer("client")
          .mayOnlyAccessLayers("api", "plan", "result")
          .whereLayer("runner")
          .mayOnlyAccessLayers("api", "plan", "result", "engine", "client")
          .whereLayer("local")
          .mayOnlyAccessLayers("api", "plan", "result", "engine", "client", "runner")
          .whereLayer("operator")
          .mayOnlyAccessLayers("api", "plan", "result", "engine");

  @ArchTest
  static final ArchRule runnerKnowsNoKubernetesClient =
      ArchRuleDefinition.noClasses()
          .that()
          .resideInAnyPackage(
              "dev.laptimer.runner..",
              "dev.laptimer.client..",
              "dev.laptimer.engine..",
              "dev.laptimer.plan..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.fabric8.kubernetes.client..", "io.javaoperatorsdk..");

  @ArchTest
  static final ArchRule operatorOpensNoConnectionToACache =
      ArchRuleDefinition.noClasses()
          .that()
          .resideInAPackage("dev.laptimer.operator..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "redis.clients..", "io.lettuce..", "net.spy..", "net.rubyeye..", "com.mongodb..");
}
