/** The operator: desired objects and decisions are pure, the reconciler carries them out. */
package dev.laptimer.operator;
