/** One trial: keys and values, the timed loop, what it counts. */
package dev.laptimer.runner.trial;
