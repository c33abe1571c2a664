package dev.laptimer.api;

/** The figure of a phase that is compared between arms. */
public enum Metric {
  OpsPerSecond(true),
  P50Micros(false),
  P99Micros(false),

  /** Highest rate of a sweep that holds its {@code maxP99Micros}, operations per second. */
  RateAtMaxP99(true);

  private final boolean higherIsBetter;

  Metric(boolean higherIsBetter) {
    this.higherIsBetter = higherIsBetter;
  }

  /** Direction: true where a higher figure is the better one. */
  public boolean higherIsBetter() {
    return higherIsBetter;
  }
}
