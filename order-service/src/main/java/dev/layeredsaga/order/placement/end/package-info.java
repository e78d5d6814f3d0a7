/** Endings of orders, as their sagas report them. */
package dev.layeredsaga.order.placement.end;
