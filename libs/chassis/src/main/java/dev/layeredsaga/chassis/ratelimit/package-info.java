/** Limits on the requests of one caller to an instance of a service. */
@NullMarked
package dev.layeredsaga.chassis.ratelimit;

import org.jspecify.annotations.NullMarked;
