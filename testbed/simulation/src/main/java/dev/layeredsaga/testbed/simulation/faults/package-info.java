/** Faults and their times, drawn from the seed. */
package dev.layeredsaga.testbed.simulation.faults;
