/** Events that are missing in the history of an order that has ended. */
@NullMarked
package dev.layeredsaga.order.placement.gap;

import org.jspecify.annotations.NullMarked;
