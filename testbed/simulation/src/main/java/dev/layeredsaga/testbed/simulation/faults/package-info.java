/** Faults and their times, drawn from the seed. */
@NullMarked
package dev.layeredsaga.testbed.simulation.faults;

import org.jspecify.annotations.NullMarked;
