/** Consumer of the sagas' events. */
@NullMarked
package dev.layeredsaga.order.placement.kafka;

import org.jspecify.annotations.NullMarked;
