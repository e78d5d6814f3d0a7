/** Limits on the requests of one caller to an instance of a service. */
@NullMarked
package dev.layeredsaga.messaging.ratelimit;

import org.jspecify.annotations.NullMarked;
