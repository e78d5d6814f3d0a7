/** Liveness of the loops that run in one thread each. */
package dev.layeredsaga.messaging.heartbeat;
