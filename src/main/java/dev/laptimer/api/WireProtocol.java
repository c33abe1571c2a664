package dev.laptimer.api;

/** The protocol in which a client talks to Memcached. */
public enum WireProtocol {
  Text,
  Binary
}
