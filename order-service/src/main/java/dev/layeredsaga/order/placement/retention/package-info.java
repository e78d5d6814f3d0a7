/** How long orders are kept once they have ended, and how a customer is erased from them before. */
@NullMarked
package dev.layeredsaga.order.placement.retention;

import org.jspecify.annotations.NullMarked;
