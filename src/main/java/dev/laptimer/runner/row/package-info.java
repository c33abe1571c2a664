/** Rows of fields that are the values of a cache, and how they are made bytes. */
package dev.laptimer.runner.row;
