/**
 * From a plan to the result document: preflight, trials in fresh processes, the timed loop. Knows
 * no Kubernetes.
 */
package dev.laptimer.runner;
