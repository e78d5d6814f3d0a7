/** The clock that all instances of a service share. */
@NullMarked
package dev.layeredsaga.messaging.time;

import org.jspecify.annotations.NullMarked;
