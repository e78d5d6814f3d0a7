/** The lock in Redis (Redisson), behind a circuit breaker. */
package dev.layeredsaga.inventory.lock.redis;
