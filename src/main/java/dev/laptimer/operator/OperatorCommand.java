package dev.laptimer.operator;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code laptimer operator}. */
@Command(
    name = "operator",
    description = "Reconciles the resources of a cluster.",
    mixinStandardHelpOptions = true)
public final class OperatorCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    var config = config();
    OperatorLog.configure(config);
    try (var client = client();
        var program = new OperatorProgram(config, client)) {
      Runtime.getRuntime().addShutdownHook(new Thread(program::close, "stop"));
      program.start();
      return program.await();
    } catch (RuntimeException e) {
      LoggerFactory.getLogger(OperatorCommand.class).error("The operator could not start", e);
      return 1;
    }
  }

  private OperatorConfig config() {
    try {
      return OperatorConfig.of(System.getenv());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
  }

  private static KubernetesClient client() {
    return new KubernetesClientBuilder().withKubernetesSerialization(leniently()).build();
  }

  /** A value that only another version knows must not stop the whole watch. */
  static KubernetesSerialization leniently() {
    var mapper = new ObjectMapper();
    mapper.enable(DeserializationFeature.READ_UNKNOWN_ENUM_VALUES_AS_NULL);
    return new KubernetesSerialization(mapper, true);
  }
}
