package dev.laptimer.plan;

/** What a run calls its own, by its seed. */
final class Seeds {

  private Seeds() {}

  /** What every key begins with. */
  static String keyPrefix(long seed) {
    return "lt:" + hex(seed) + ":";
  }

  /** The name of the run's database. */
  static String database(long seed) {
    return "laptimer_" + hex(seed);
  }

  /** The name of the run's collection at a MongoDB, in the database {@code laptimer}. */
  static String collection(long seed) {
    return "run_" + hex(seed);
  }

  private static String hex(long seed) {
    return "%08x".formatted((int) (seed ^ (seed >>> 32)));
  }
}
