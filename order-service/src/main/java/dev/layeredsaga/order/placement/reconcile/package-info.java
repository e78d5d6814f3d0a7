/** Recovery of lost messages: orders without a saga, and events that are missing. */
@NullMarked
package dev.layeredsaga.order.placement.reconcile;

import org.jspecify.annotations.NullMarked;
