/** The products over HTTP. */
@NullMarked
package dev.layeredsaga.order.product.web;

import org.jspecify.annotations.NullMarked;
