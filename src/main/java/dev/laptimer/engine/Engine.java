package dev.laptimer.engine;

import dev.laptimer.api.EngineName;
import java.util.List;
import java.util.Map;

/** What a server product needs to start. It serves a pod and a local process alike. */
public interface Engine {

  EngineName name();

  /** TCP port that the product is known for. */
  int defaultPort();

  /** Image that is used unless the operator or the target names another. */
  String defaultImage();

  /**
   * The program to start, in exec form, never through a shell.
   *
   * @param listen where it listens and keeps its data
   * @param config settings in the engine's own words
   */
  List<String> command(Listen listen, Map<String, String> config);

  /** Memory of its container unless the target says otherwise, requested and limited. */
  default String defaultMemory() {
    return "256Mi";
  }

  /** Debian package that has the program, for {@code laptimer run --install}. */
  String debianPackage();

  /** What to do before that package can be installed; null where Debian has it. */
  default String packageHint() {
    return null;
  }

  /**
   * Where a server listens.
   *
   * @param address to bind to; {@code 0.0.0.0} in a pod, {@code 127.0.0.1} on this machine
   * @param port TCP port
   * @param dataDir folder for what it writes
   * @param persistent true if the data is to be kept in {@code dataDir}
   * @param asRoot true if root starts it, which some servers refuse unless they are told
   */
  record Listen(String address, int port, String dataDir, boolean persistent, boolean asRoot) {}
}
