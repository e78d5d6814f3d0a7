/** The system under chaos, and how it is set up. */
@NullMarked
package dev.layeredsaga.testbed.failures.chaos.system;

import org.jspecify.annotations.NullMarked;
