/** Prices of orders. */
package dev.layeredsaga.order.placement.price;
