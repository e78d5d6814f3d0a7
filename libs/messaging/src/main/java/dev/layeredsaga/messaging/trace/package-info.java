/** The trace that an order's messages belong to, and the saga's id in the log. */
@NullMarked
package dev.layeredsaga.messaging.trace;

import org.jspecify.annotations.NullMarked;
