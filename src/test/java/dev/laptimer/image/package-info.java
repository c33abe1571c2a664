/**
 * The container image: its AOT cache is made here, and what it weighs and needs is measured here.
 */
package dev.laptimer.image;
