package dev.laptimer.api;

/** A server product that can be a target. */
public enum EngineName {
  Redis,
  Valkey,
  Memcached
}
