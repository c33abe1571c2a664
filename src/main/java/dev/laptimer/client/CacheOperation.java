package dev.laptimer.client;

import dev.laptimer.api.Operation;

/** What is done to one key of a cache. */
public enum CacheOperation {
  Set,
  Get,
  Delete;

  /**
   * What a phase of this operation does to each key.
   *
   * @throws IllegalArgumentException if that is not the same for each key of a cache
   */
  public static CacheOperation of(Operation operation) {
    return switch (operation) {
      case Set -> Set;
      case Get -> Get;
      case Delete -> Delete;
      default -> throw new IllegalArgumentException(operation + " is not done to caches");
    };
  }
}
