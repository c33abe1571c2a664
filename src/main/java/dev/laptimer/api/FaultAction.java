package dev.laptimer.api;

/** What happens to a member under load. */
public enum FaultAction {
  /** It dies without warning. */
  Kill,

  /** It is asked to stop. */
  Stop,

  /** Somebody else does something to it. */
  Await
}
