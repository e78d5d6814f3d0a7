/** Prices of orders. */
@NullMarked
package dev.layeredsaga.order.placement.price;

import org.jspecify.annotations.NullMarked;
