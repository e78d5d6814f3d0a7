/** What the saga tells about its orders. */
@NullMarked
package dev.layeredsaga.order.placement.kafka;

import org.jspecify.annotations.NullMarked;
