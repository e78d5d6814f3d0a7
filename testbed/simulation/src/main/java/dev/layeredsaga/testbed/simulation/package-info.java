/** The deterministic simulation: the project's own rules in a simulated world, all of it from one seed. */
@NullMarked
package dev.layeredsaga.testbed.simulation;

import org.jspecify.annotations.NullMarked;
