/** Erasure of customers from ended orders, and removal of orders that ended long ago. */
package dev.layeredsaga.order.placement.retention;
