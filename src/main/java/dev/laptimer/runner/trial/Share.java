package dev.laptimer.runner.trial;

/**
 * The part of a trial's work that one of several processes does: so many of the connections, and in
 * proportion to them of the keys or rows and of the rate.
 *
 * @param pod number of the process, from 0
 * @param pods how many there are
 */
public record Share(int pod, int pods) {

  /** All of it. */
  public static final Share WHOLE = new Share(0, 1);

  public Share {
    if (pods < 1 || pod < 0 || pod >= pods) {
      throw new IllegalArgumentException("no share: %d of %d".formatted(pod, pods));
    }
  }

  /** From the form {@code pod/pods}. */
  public static Share parse(String text) {
    var parts = text.split("/");
    return new Share(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
  }

  @Override
  public String toString() {
    return pod + "/" + pods;
  }

  /** Whether this process makes the server ready for all. */
  boolean isFirst() {
    return pod == 0;
  }

  boolean isWhole() {
    return pods == 1;
  }

  /** The connections of this process among all. */
  Range connections(int all) {
    return range(all, pod, pod + 1, pods);
  }

  /** The keys or rows of this process among all, in proportion to its connections. */
  Range items(int all, int connections) {
    var own = connections(connections);
    return range(all, own.from(), own.to(), connections);
  }

  private static Range range(int all, int from, int to, int parts) {
    return new Range((int) ((long) all * from / parts), (int) ((long) all * to / parts));
  }

  /** Numbers from one, to before another. */
  record Range(int from, int to) {

    int size() {
      return to - from;
    }

    /** One of several contiguous parts of about the same size. */
    Range part(int number, int parts) {
      return new Range(
          from + (int) ((long) size() * number / parts),
          from + (int) ((long) size() * (number + 1) / parts));
    }
  }
}
