/** How much one caller may ask of an instance of a service. */
@NullMarked
package dev.layeredsaga.messaging.ratelimit;

import org.jspecify.annotations.NullMarked;
