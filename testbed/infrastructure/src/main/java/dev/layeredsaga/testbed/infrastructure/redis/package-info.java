/** Redis as a child process. */
package dev.layeredsaga.testbed.infrastructure.redis;
