/** The lock in Redis (Redisson), behind a circuit breaker. */
@NullMarked
package dev.layeredsaga.inventory.lock.redis;

import org.jspecify.annotations.NullMarked;
