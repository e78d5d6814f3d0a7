/** Health indicators that answer within a bounded time. */
@NullMarked
package dev.layeredsaga.messaging.health;

import org.jspecify.annotations.NullMarked;
