/**
 * The kinds of group {@code laptimer.dev}: spec and status as records. A record holds what the user
 * wrote, absent fields as null; what an absent field means is said by its {@code ...OrDefault}
 * method and its description, never by a schema default, so that a new version of Laptimer never
 * changes a stored spec (and with it the hash of a run).
 */
package dev.laptimer.api;
