/** Endings of orders, as their sagas report them. */
@NullMarked
package dev.layeredsaga.order.placement.end;

import org.jspecify.annotations.NullMarked;
