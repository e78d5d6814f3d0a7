/** The meters of all services: outbox, dead letters, and gauges read from the database. */
@NullMarked
package dev.layeredsaga.messaging.meters;

import org.jspecify.annotations.NullMarked;
