/** Changes of orders for those who wait: streams of events, and requests that wait for an order's end. */
@NullMarked
package dev.layeredsaga.order.placement.follow;

import org.jspecify.annotations.NullMarked;
