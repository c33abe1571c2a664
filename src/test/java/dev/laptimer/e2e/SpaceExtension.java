package dev.laptimer.e2e;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * Gives each test a namespace of its own; when the test fails, says what happened there. A line for
 * every test that ended tells a person who waits how far the whole is.
 */
final class SpaceExtension
    implements ParameterResolver,
        TestExecutionExceptionHandler,
        BeforeTestExecutionCallback,
        AfterTestExecutionCallback {

  private static final Namespace STORE = Namespace.create(SpaceExtension.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Space.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getStore(STORE)
        .computeIfAbsent(Space.class, type -> Space.create(name(context)), Space.class);
  }

  @Override
  public void beforeTestExecution(ExtensionContext context) {
    context.getStore(STORE).put("start", System.nanoTime());
  }

  @Override
  public void handleTestExecutionException(ExtensionContext context, Throwable thrown)
      throws Throwable {
    var space = context.getStore(STORE).get(Space.class, Space.class);
    if (space == null || thrown instanceof org.opentest4j.TestAbortedException) {
      throw thrown;
    }
    var folder = Path.of("target", "e2e", space.name());
    throw new AssertionError(
        thrown.getMessage() + "\n\n" + Diagnostics.collect(space, folder), thrown);
  }

  @Override
  public void afterTestExecution(ExtensionContext context) {
    var start = context.getStore(STORE).get("start", Long.class);
    System.out.printf(
        Locale.ROOT,
        "e2e: %-7s %4d s  %s%n",
        context.getExecutionException().map(thrown -> outcome(thrown)).orElse("passed"),
        Duration.ofNanos(System.nanoTime() - start).toSeconds(),
        context.getRequiredTestClass().getSimpleName()
            + "."
            + context.getRequiredTestMethod().getName());
  }

  private static String outcome(Throwable thrown) {
    return thrown instanceof org.opentest4j.TestAbortedException ? "skipped" : "FAILED";
  }

  private static String name(ExtensionContext context) {
    var words =
        (context.getRequiredTestClass().getSimpleName().replaceAll("Test$", "")
                + "-"
                + context.getRequiredTestMethod().getName())
            .replaceAll("[^A-Za-z0-9]+", "-")
            .replaceAll("([a-z0-9])([A-Z])", "$1-$2")
            .toLowerCase(Locale.ROOT)
            .replaceAll("(^-)|(-$)", "");
    return words.substring(0, Math.min(words.length(), 45)).replaceAll("-$", "");
  }
}
