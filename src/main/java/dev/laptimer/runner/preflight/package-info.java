/** Whether an arm's server can be used, and if not, why: before the first trial. */
package dev.laptimer.runner.preflight;
