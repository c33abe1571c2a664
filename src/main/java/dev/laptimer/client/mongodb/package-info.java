/** MongoDB as a key-value store, through its driver for Java. */
package dev.laptimer.client.mongodb;
