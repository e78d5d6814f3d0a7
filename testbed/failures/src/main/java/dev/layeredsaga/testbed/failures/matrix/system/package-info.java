/** The system that cases are played on, and what can be done to it. */
@NullMarked
package dev.layeredsaga.testbed.failures.matrix.system;

import org.jspecify.annotations.NullMarked;
