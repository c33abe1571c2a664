package dev.laptimer.api;

/** Which key comes next. */
public enum KeyOrder {
  /** By number, each key once in a lap. */
  Sequential,
  /** Each key once in a lap, in one random order. */
  Shuffled,
  /** At random, every key as often as every other. */
  Uniform,
  /** At random, few keys often: the k-th with a weight of 1 / k^0.99. */
  Zipf,
  /**
   * Reads at random, keys that were set last most often: the k-th before the last with a weight of
   * 1 / k^0.99.
   */
  Latest
}
