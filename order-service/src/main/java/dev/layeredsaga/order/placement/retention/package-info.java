/** Erasure of customers from ended orders, and removal of orders that ended long ago. */
@NullMarked
package dev.layeredsaga.order.placement.retention;

import org.jspecify.annotations.NullMarked;
