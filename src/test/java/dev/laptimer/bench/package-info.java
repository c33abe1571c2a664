/** {@code make bench}: Laptimer's own clients beside other people's load generators. */
package dev.laptimer.bench;
