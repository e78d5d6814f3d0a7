/** Periodic work on tables, batch by batch: a sweep is a query and a handler. */
@NullMarked
package dev.layeredsaga.messaging.sweep;

import org.jspecify.annotations.NullMarked;
