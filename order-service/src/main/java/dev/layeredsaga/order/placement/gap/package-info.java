/** Detection and recovery of missing events of orders that have ended. */
@NullMarked
package dev.layeredsaga.order.placement.gap;

import org.jspecify.annotations.NullMarked;
