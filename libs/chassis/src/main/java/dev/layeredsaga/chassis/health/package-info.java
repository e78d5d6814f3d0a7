/** Health indicators that answer within a bounded time. */
@NullMarked
package dev.layeredsaga.chassis.health;

import org.jspecify.annotations.NullMarked;
