/** Orders from their placement to their end: idempotency, pricing, cancellation, tracking of their sagas. */
@NullMarked
package dev.layeredsaga.order.placement;

import org.jspecify.annotations.NullMarked;
