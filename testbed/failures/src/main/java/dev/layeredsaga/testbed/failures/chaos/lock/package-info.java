/** The locks in Redis, watched while the system runs. */
@NullMarked
package dev.layeredsaga.testbed.failures.chaos.lock;

import org.jspecify.annotations.NullMarked;
