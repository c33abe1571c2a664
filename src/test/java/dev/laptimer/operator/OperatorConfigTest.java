package dev.laptimer.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.laptimer.api.EngineName;
import dev.laptimer.operator.OperatorConfig.ClusterImages;
import dev.laptimer.operator.OperatorConfig.LeaderElection;
import dev.laptimer.operator.OperatorConfig.LogFormat;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperatorConfigTest {

  @Test
  void onlyTheImageHasNoDefault() {
    assertThat(OperatorConfig.of(Map.of("LAPTIMER_IMAGE", "laptimer:1")))
        .isEqualTo(
            new OperatorConfig(
                "laptimer:1",
                Map.of(
                    EngineName.Redis, "redis:7.4",
                    EngineName.Valkey, "valkey/valkey:8.1",
                    EngineName.Memcached, "memcached:1.6",
                    EngineName.MongoDB, "mongo:8.0"),
                new ClusterImages(
                    "docker.io/library/mariadb:10.11", "docker.io/library/haproxy:2.8"),
                List.of(),
                Set.of(),
                LogFormat.JSON,
                "INFO",
                null,
                8080));
  }

  @Test
  void everythingCanBeSet() {
    var environment = new HashMap<String, String>();
    environment.put("LAPTIMER_IMAGE", "mirror/laptimer:1");
    environment.put("LAPTIMER_IMAGE_REDIS", "mirror/redis:7");
    environment.put("LAPTIMER_IMAGE_VALKEY", "mirror/valkey:8");
    environment.put("LAPTIMER_IMAGE_MEMCACHED", "mirror/memcached:1");
    environment.put("LAPTIMER_IMAGE_GALERA", "mirror/mariadb:11");
    environment.put("LAPTIMER_IMAGE_HAPROXY", "mirror/haproxy:3");
    environment.put("LAPTIMER_IMAGE_PULL_SECRETS", "mirror, other");
    environment.put("LAPTIMER_WATCH_NAMESPACES", "b,a,");
    environment.put("LAPTIMER_LOG_FORMAT", "text");
    environment.put("LAPTIMER_LOG_LEVEL", "DEBUG");
    environment.put("LAPTIMER_LEADER_ELECTION", "true");
    environment.put("LAPTIMER_HTTP_PORT", "0");
    environment.put("POD_NAMESPACE", "laptimer");
    environment.put("POD_NAME", "laptimer-0");

    assertThat(OperatorConfig.of(environment))
        .isEqualTo(
            new OperatorConfig(
                "mirror/laptimer:1",
                Map.of(
                    EngineName.Redis, "mirror/redis:7",
                    EngineName.Valkey, "mirror/valkey:8",
                    EngineName.Memcached, "mirror/memcached:1",
                    EngineName.MongoDB, "mongo:8.0"),
                new ClusterImages("mirror/mariadb:11", "mirror/haproxy:3"),
                List.of("mirror", "other"),
                Set.of("a", "b"),
                LogFormat.TEXT,
                "DEBUG",
                new LeaderElection("laptimer", "laptimer-0"),
                0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "LAPTIMER_LOG_FORMAT | xml | environment variable LAPTIMER_LOG_FORMAT is 'xml' but must be one of json, text",
        "LAPTIMER_LOG_LEVEL | loud | environment variable LAPTIMER_LOG_LEVEL is 'loud' but must be one of DEBUG, ERROR, INFO, TRACE, WARN",
        "LAPTIMER_LEADER_ELECTION | yes | environment variable LAPTIMER_LEADER_ELECTION is 'yes' but must be one of false, true",
        "LAPTIMER_LEADER_ELECTION | true | environment variable POD_NAMESPACE must be set",
        "LAPTIMER_HTTP_PORT | http | environment variable LAPTIMER_HTTP_PORT is 'http' but must be a whole number, 0 to 65535",
        "LAPTIMER_HTTP_PORT | 65536 | environment variable LAPTIMER_HTTP_PORT is '65536' but must be a whole number, 0 to 65535",
        "LAPTIMER_IMAGE | '' | environment variable LAPTIMER_IMAGE must be set"
      })
  void aBadValueIsNamedWithItsVariableAndWhatIsAllowed(
      String variable, String value, String message) {
    var environment = new HashMap<>(Map.of("LAPTIMER_IMAGE", "laptimer:1"));
    environment.put(variable, value);

    assertThatThrownBy(() -> OperatorConfig.of(environment)).hasMessage(message);
  }
}
