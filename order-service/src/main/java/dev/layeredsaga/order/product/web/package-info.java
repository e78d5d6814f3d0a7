/** HTTP API of the products. */
@NullMarked
package dev.layeredsaga.order.product.web;

import org.jspecify.annotations.NullMarked;
