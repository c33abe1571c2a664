package dev.laptimer.api;

/** How a key is given its time to live on Redis and Valkey. */
public enum ExpiryMethod {
  /** SET with EX: one command. */
  WithSet(1, 1),
  /** SET, and when it is answered EXPIRE. */
  Separate(2, 2),
  /** MULTI, SET, EXPIRE; when they are answered EXEC. */
  Transaction(4, 2),
  /** SET and EXPIRE sent together. */
  Pipeline(2, 1),
  /**
   * The value is a member of a set: SADD, and EXPIRE on the whole set, sent together. As many keys
   * as {@link #MEMBERS_OF_A_SET} share a set, which lives as long as its youngest member.
   */
  SetMembers(2, 1);

  /** Keys, one after the other by number, that share a set. */
  public static final int MEMBERS_OF_A_SET = 100;

  /** Shortest random bytes that are distinct members. */
  public static final int MIN_MEMBER_BYTES = 8;

  /** Longest values of which there are enough distinct ones in memory for a set. */
  public static final int MAX_MEMBER_BYTES = 100_000;

  private final int commands;
  private final int roundTrips;

  ExpiryMethod(int commands, int roundTrips) {
    this.commands = commands;
    this.roundTrips = roundTrips;
  }

  /** Commands that the server gets for each key. */
  public int commands() {
    return commands;
  }

  /** Times that Jedis waits for the server for each key, without a pipeline of several keys. */
  public int roundTrips() {
    return roundTrips;
  }

  /** Whether several keys can be on their way together. */
  public boolean canPipeline() {
    return roundTrips == 1;
  }
}
