/** A result document as one page of HTML that needs nothing but itself. Pure. */
package dev.laptimer.result.html;
