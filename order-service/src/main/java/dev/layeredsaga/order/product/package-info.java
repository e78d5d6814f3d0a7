/** What can be ordered, and at which price. */
@NullMarked
package dev.layeredsaga.order.product;

import org.jspecify.annotations.NullMarked;
