package dev.laptimer.result;

import dev.laptimer.api.BenchmarkStatus.Fault;
import dev.laptimer.api.FaultAction;

/**
 * What the runner, which has no power over anything, asks to be done to a member: by the operator
 * in a cluster, by {@code laptimer run} on one machine.
 *
 * @param number of the failover event that it is part of, from 1; each is asked for once
 * @param action Kill or Stop; nobody is asked for an Await
 * @param member its name, as the plan has it
 */
public record FaultRequest(int number, FaultAction action, String member) {

  /** The request as it is noted before it is carried out on that pod alone. */
  public Fault on(String podUid) {
    return new Fault(number, action, member, podUid);
  }
}
