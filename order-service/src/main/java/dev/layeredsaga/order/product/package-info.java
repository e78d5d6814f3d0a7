/** Products and their prices. */
@NullMarked
package dev.layeredsaga.order.product;

import org.jspecify.annotations.NullMarked;
