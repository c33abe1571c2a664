package dev.laptimer.api;

/** How the operations of an open loop are spread over its time. */
public enum Arrivals {
  /** At random and independent of each other, as requests of many users are. */
  Poisson,

  /** One after the other at equal distances. */
  Even
}
