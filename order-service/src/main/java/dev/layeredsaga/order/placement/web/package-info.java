/** HTTP API of the orders. */
package dev.layeredsaga.order.placement.web;
