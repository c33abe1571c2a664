/** MariaDB Galera: how members and proxy are set up, in pods and on one machine alike. Pure. */
package dev.laptimer.engine.galera;
