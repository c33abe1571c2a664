/**
 * What was measured and what follows from it, pure: the result document, statistics, verdict,
 * trust, the status and the tables.
 */
package dev.laptimer.result;
