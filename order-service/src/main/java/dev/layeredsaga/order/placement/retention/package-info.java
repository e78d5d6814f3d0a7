/** Removal of orders that ended long ago, and erasure of customers from them before. */
@NullMarked
package dev.layeredsaga.order.placement.retention;

import org.jspecify.annotations.NullMarked;
