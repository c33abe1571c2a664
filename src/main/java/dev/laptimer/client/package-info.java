/**
 * One class for each driver library behind one small interface: the timed loop's only way to a
 * server.
 */
package dev.laptimer.client;
