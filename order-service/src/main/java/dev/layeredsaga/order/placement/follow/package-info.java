/** Changes of orders for those who wait: streams of events, and requests that wait for an order's end. */
package dev.layeredsaga.order.placement.follow;
