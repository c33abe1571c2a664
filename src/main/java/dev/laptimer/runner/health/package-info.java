/** How the runner's process and its machine fare: parsers, pure, and what reads their files. */
package dev.laptimer.runner.health;
