/** One package for each server product: how to start it, in a pod and on this machine alike. */
package dev.laptimer.engine;
