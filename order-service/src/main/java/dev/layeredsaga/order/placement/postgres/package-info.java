/** Notifications between the service's instances through PostgreSQL. */
@NullMarked
package dev.layeredsaga.order.placement.postgres;

import org.jspecify.annotations.NullMarked;
