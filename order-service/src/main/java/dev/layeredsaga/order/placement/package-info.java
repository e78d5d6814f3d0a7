/** Orders from their placement to their end: idempotency, pricing, cancellation, and what became of them. */
@NullMarked
package dev.layeredsaga.order.placement;

import org.jspecify.annotations.NullMarked;
