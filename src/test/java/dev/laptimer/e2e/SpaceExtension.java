package dev.laptimer.e2e;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.opentest4j.TestAbortedException;

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

  /** A line for each case that ended, for the table at the end of {@code scripts/e2e}. */
  private static final Path CASES = Path.of("target", "e2e", "cases");

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
    if (space == null || thrown instanceof TestAbortedException) {
      throw thrown;
    }
    var folder = Path.of("target", "e2e", space.name());
    throw new AssertionError(thrown.getMessage() + "\n\n" + whatHappened(space, folder), thrown);
  }

  /** The cluster may be the very thing that fails; that must not hide why the test did. */
  private static String whatHappened(Space space, Path folder) {
    try {
      return Diagnostics.collect(space, folder);
    } catch (KubernetesClientException e) {
      return "What happened in namespace %s could not be collected: %s"
          .formatted(space.name(), e.getMessage());
    }
  }

  @Override
  public void afterTestExecution(ExtensionContext context) {
    var start = context.getStore(STORE).get("start", Long.class);
    var line =
        "%s %d %s.%s%n"
            .formatted(
                context.getExecutionException().map(thrown -> outcome(thrown)).orElse("passed"),
                Duration.ofNanos(System.nanoTime() - start).toSeconds(),
                context.getRequiredTestClass().getSimpleName(),
                context.getRequiredTestMethod().getName());
    System.out.print("e2e: " + line);
    append(line);
  }

  private static synchronized void append(String line) {
    try {
      Files.createDirectories(CASES.getParent());
      Files.writeString(CASES, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String outcome(Throwable thrown) {
    return thrown instanceof TestAbortedException ? "skipped" : "FAILED";
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
