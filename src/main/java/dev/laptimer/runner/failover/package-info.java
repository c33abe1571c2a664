/**
 * How long a cluster is away when members die: a steady load of writes, the members' own words
 * about themselves, and the figures that follow from both.
 */
package dev.laptimer.runner.failover;
