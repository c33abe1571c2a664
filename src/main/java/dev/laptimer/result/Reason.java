package dev.laptimer.result;

/**
 * Every way in which a run can end or be held up. The names are part of the API: they are the
 * reasons of conditions, of events and of the result document, and the README explains each.
 */
public enum Reason {
  /** Every trial was measured to its end. */
  Measured,

  // before anything runs
  InvalidSpec,
  WaitingForReference,
  ReferenceNotFound,
  QuotaExceeded,
  Unschedulable,
  ImagePullFailed,
  ServerNotReady,
  RunnerNotStarted,

  // preflight
  NameNotResolved,
  ConnectionRefused,
  ConnectTimeout,
  TlsUntrusted,
  TlsNameMismatch,
  TlsFailed,
  AuthenticationFailed,
  CommandRefused,
  ProtocolMismatch,

  // while members die
  FaultNotSeen,
  FailoverTimedOut,
  AcknowledgedWritesLost,

  // while it runs
  TargetFailed,
  ServerOutOfMemory,
  ServerCrashed,
  RunnerOutOfMemory,
  RunnerCrashed,
  RunnerPodLost,
  Interrupted,
  TimedOut,
  Cancelled,
  ResultLost
}
