/** Liveness of the loops that run in one thread each. */
@NullMarked
package dev.layeredsaga.messaging.heartbeat;

import org.jspecify.annotations.NullMarked;
