package dev.laptimer.local;

import dev.laptimer.api.BenchmarkSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A benchmark of one kind, and what it needs of this machine. */
interface LocalBenchmark {

  String name();

  BenchmarkSpec spec();

  /** What makes it impossible though every field of it is allowed. */
  Optional<Problem> problem();

  /**
   * Makes sure that every file of a Secret is there.
   *
   * @param secrets folder of the Secrets; may be null
   * @throws UsageException that names what is missing
   */
  void checkSecrets(Path secrets);

  /** The programs that must be there. */
  List<Program> programs();

  /** Programs without which it goes on, with less; {@code --install} brings them all the same. */
  List<Program> wishes();

  /** The fields that were given but only mean something for pods. */
  List<String> onlyForPods();

  /**
   * The servers, not yet started.
   *
   * @param logs folder for what they write; it stays
   * @param secrets folder of the Secrets; may be null
   * @param say tells the user what goes on
   */
  LocalServers servers(Path logs, Path secrets, Programs programs, Consumer<String> say)
      throws IOException;
}
