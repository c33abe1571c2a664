package dev.laptimer.client;

/**
 * What one thread of the timed loop drives: one or more connections, each with at most one {@link
 * Batch} on its way. A client that waits for each answer is the case of one connection and a depth
 * of one.
 *
 * <p>Neither method throws for what goes wrong with a server: that is an outcome of the operations.
 */
public interface Pipe extends AutoCloseable {

  /** Number of its connections. */
  int connections();

  /** Sends a batch on its connection, which has none on its way. */
  void send(Batch batch);

  /**
   * Waits for the next batch of those sent, of any connection, to be answered; every operation of
   * it has an outcome then. Values that were read have been compared with the expected ones.
   */
  Batch await();

  /**
   * The same, but waits only until another batch can be due to be sent. A pipe of one connection
   * waits for the answer, as there is no connection for another batch.
   *
   * @param untilNanos by {@link System#nanoTime}
   * @param spins whether the last of the wait may be spent awake
   * @return null if none was answered by then
   */
  default Batch await(long untilNanos, boolean spins) {
    return await();
  }

  /** Closes connections that are the pipe's own; those of a client are closed with the client. */
  @Override
  default void close() {}
}
