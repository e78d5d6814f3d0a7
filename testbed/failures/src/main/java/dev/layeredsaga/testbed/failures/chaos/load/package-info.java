/** The customers: what they ask for, and what they were told. */
@NullMarked
package dev.layeredsaga.testbed.failures.chaos.load;

import org.jspecify.annotations.NullMarked;
