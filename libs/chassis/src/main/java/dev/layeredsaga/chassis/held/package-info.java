/** Held messages for operators, over HTTP. */
@NullMarked
package dev.layeredsaga.chassis.held;

import org.jspecify.annotations.NullMarked;
