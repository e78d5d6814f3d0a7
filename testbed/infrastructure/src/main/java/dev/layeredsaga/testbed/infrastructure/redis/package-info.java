/** Redis as a child process. */
@NullMarked
package dev.layeredsaga.testbed.infrastructure.redis;

import org.jspecify.annotations.NullMarked;
