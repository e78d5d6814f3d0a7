/** Notifications between the service's instances through PostgreSQL. */
package dev.layeredsaga.order.placement.follow.postgres;
