/** From a spec to the ordered list of trials: pure, seeded, with every default resolved. */
package dev.laptimer.plan;
