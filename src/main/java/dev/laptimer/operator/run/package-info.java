/**
 * One run of a benchmark after the other, of whatever kind: {@link
 * dev.laptimer.operator.run.Benchmark} is all that is known of the resource, {@link
 * dev.laptimer.operator.run.Decider} says what to do next, {@link dev.laptimer.operator.run.Runs}
 * does it. What was decided is in the status before anything follows from it, so that the operator
 * may be stopped at any moment.
 */
package dev.laptimer.operator.run;
