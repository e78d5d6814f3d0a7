/** HTTP API of the orders. */
@NullMarked
package dev.layeredsaga.order.placement.web;

import org.jspecify.annotations.NullMarked;
