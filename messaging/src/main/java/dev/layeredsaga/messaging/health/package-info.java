/** Health indicators that answer in time. */
@NullMarked
package dev.layeredsaga.messaging.health;

import org.jspecify.annotations.NullMarked;
