/** Simulated time, processes and chance. */
@NullMarked
package dev.layeredsaga.testbed.simulation.world;

import org.jspecify.annotations.NullMarked;
