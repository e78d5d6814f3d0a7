/** The invariants after every step and at the end. */
@NullMarked
package dev.layeredsaga.testbed.simulation.invariants;

import org.jspecify.annotations.NullMarked;
