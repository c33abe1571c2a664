package dev.laptimer.runner.trial;

/**
 * Which operations of a Mix are reads. The same seed gives the same ones, to every arm alike.
 *
 * @param percent share of reads, 0 to 100
 */
record ReadShare(long seed, int percent) {

  /**
   * Whether an operation is a read, which it is with the probability of the share.
   *
   * @param number of the operation, other ones for each worker
   */
  boolean isRead(long number) {
    return Long.remainderUnsigned(KeySpace.mix(seed, number), 100) < percent;
  }
}
