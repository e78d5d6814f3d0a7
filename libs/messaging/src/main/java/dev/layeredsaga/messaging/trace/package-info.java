/** The trace that an order's messages belong to, and the saga's id in the log. */
package dev.layeredsaga.messaging.trace;
