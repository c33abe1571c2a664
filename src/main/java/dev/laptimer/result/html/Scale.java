package dev.laptimer.result.html;

/**
 * Where a value lies in a drawing.
 *
 * @param logarithmic whether equal ratios, not equal differences, have equal distances
 * @param low value that lies at {@code from}
 * @param high value that lies at {@code to}
 */
record Scale(boolean logarithmic, double low, double high, double from, double to) {

  /** Room on both sides of the values, as a share of their range. */
  private static final double MARGIN = 0.06;

  /**
   * @throws IllegalArgumentException if there is no range, or it has no logarithm
   */
  Scale {
    if (!(low < high) || logarithmic && low <= 0 || Double.isInfinite(high)) {
      throw new IllegalArgumentException("no scale from " + low + " to " + high);
    }
  }

  static Scale linear(double low, double high, double from, double to) {
    return new Scale(false, low, high, from, to);
  }

  /** From zero to the value and a little more. */
  static Scale fromZero(double high, double from, double to) {
    return linear(0, high > 0 ? high * (1 + MARGIN) : 1, from, to);
  }

  static Scale log(double low, double high, double from, double to) {
    return new Scale(true, low, high, from, to);
  }

  /** Both values, a little more on both sides, and some range even where they are one. */
  static Scale logAround(double low, double high, double from, double to) {
    double room = Math.exp(Math.max(MARGIN * Math.log(high / low), 0.01));
    return log(low / room, high * room, from, to);
  }

  double at(double value) {
    double share =
        logarithmic ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
    return from + share * (to - from);
  }
}
