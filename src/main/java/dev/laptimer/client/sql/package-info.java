/** Drivers of databases: one connection, and the statements that are timed. */
package dev.laptimer.client.sql;
