package dev.laptimer.api;

/** A kind of database cluster. */
public enum DbType {
  /** MariaDB with Galera: every member takes writes, a write is on all members when it returns. */
  Galera
}
