package dev.laptimer.api;

/** A program that stands in front of the members of a database cluster. */
public enum DbProxyType {
  HAProxy
}
