/** Notifications between the service's instances through PostgreSQL. */
@NullMarked
package dev.layeredsaga.order.placement.follow.postgres;

import org.jspecify.annotations.NullMarked;
