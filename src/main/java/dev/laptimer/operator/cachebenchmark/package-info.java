/** Caches: the servers that a run deploys for itself; all else is {@code operator.run}'s. */
package dev.laptimer.operator.cachebenchmark;
