/** Runs a benchmark on one machine, without a cluster. */
package dev.laptimer.local;
