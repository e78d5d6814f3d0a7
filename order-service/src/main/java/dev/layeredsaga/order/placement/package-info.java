/** Orders from their placement to their end: idempotency, pricing, cancellation, tracking of their sagas. */
package dev.layeredsaga.order.placement;
