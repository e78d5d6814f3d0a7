/** Messages that could not be handled: kept in a table and tried again, or written to the dead letters. */
@NullMarked
package dev.layeredsaga.messaging.held;

import org.jspecify.annotations.NullMarked;
