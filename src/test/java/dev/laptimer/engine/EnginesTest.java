package dev.laptimer.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.EngineName;
import dev.laptimer.engine.Engine.Listen;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EnginesTest {

  private static final Listen POD = new Listen("0.0.0.0", 6379, "/data", false, false);

  private static List<EngineName> caches() {
    return EngineName.CACHES;
  }

  @ParameterizedTest
  @MethodSource("caches")
  void everyCacheOfTheApiCanBeStarted(EngineName name) {
    var engine = Engines.of(name);
    assertThat(engine.name()).isEqualTo(name);
    assertThat(engine.defaultPort()).isBetween(1, 65535);
    assertThat(engine.defaultImage()).contains(":").doesNotEndWith(":latest");
    assertThat(engine.command(POD, Map.of())).isNotEmpty().doesNotContainNull();
  }

  @Test
  void redisWritesNothingUnlessItIsToPersist() {
    assertThat(Engines.of(EngineName.Redis).command(POD, Map.of()))
        .containsExactly(
            "redis-server",
            "--appendonly",
            "no",
            "--bind",
            "0.0.0.0",
            "--daemonize",
            "no",
            "--dir",
            "/data",
            "--port",
            "6379",
            "--protected-mode",
            "no",
            "--save",
            "");
    assertThat(
            Engines.of(EngineName.Redis)
                .command(new Listen("0.0.0.0", 6379, "/data", true, false), Map.of()))
        .containsSubsequence("--appendonly", "yes");
  }

  @Test
  void valkeyTakesWhatRedisTakes() {
    var config = Map.of("maxmemory", "100mb");
    var redis = Engines.of(EngineName.Redis).command(POD, config);
    var valkey = Engines.of(EngineName.Valkey).command(POD, config);
    assertThat(valkey.get(0)).isEqualTo("valkey-server");
    assertThat(valkey.subList(1, valkey.size())).isEqualTo(redis.subList(1, redis.size()));
  }

  @Test
  void memcachedTakesItsLongOptions() {
    assertThat(
            Engines.of(EngineName.Memcached)
                .command(POD, Map.of("memory-limit", "256", "disable-cas", "")))
        .containsExactly(
            "memcached",
            "--disable-cas",
            "--listen=0.0.0.0",
            "--memory-limit=256",
            "--port=6379",
            "--udp-port=0");
    assertThat(
            Engines.of(EngineName.Memcached)
                .command(
                    new Listen("127.0.0.1", 1, "/tmp", false, true), Map.of("memory-limit", "64")))
        .contains("--user=root");
  }

  @Test
  void mongodbTakesItsCommandLineOptions() {
    assertThat(
            Engines.of(EngineName.MongoDB)
                .command(POD, Map.of("wiredTigerCacheSizeGB", "0.5", "directoryperdb", "")))
        .containsExactly(
            "mongod",
            "--bind_ip",
            "0.0.0.0",
            "--dbpath",
            "/data",
            "--directoryperdb",
            "--nounixsocket",
            "--port",
            "6379",
            "--wiredTigerCacheSizeGB",
            "0.5");
    assertThat(Engines.of(EngineName.MongoDB).command(POD, Map.of("storageEngine", "inMemory")))
        .doesNotContain("--wiredTigerCacheSizeGB");
  }

  @Test
  void settingsNeverMoveAServerFromWhereItIsLookedFor() {
    var plain = Map.<String, String>of();
    assertThat(
            Engines.of(EngineName.Redis)
                .command(POD, Map.of("port", "1", "bind", "::1", "dir", "/", "daemonize", "yes")))
        .isEqualTo(Engines.of(EngineName.Redis).command(POD, plain));
    assertThat(
            Engines.of(EngineName.Memcached)
                .command(POD, Map.of("port", "1", "listen", "::1", "udp-port", "1", "daemon", "")))
        .isEqualTo(Engines.of(EngineName.Memcached).command(POD, plain));
  }
}
