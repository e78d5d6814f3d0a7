/** The invariants after every step and at the end. */
package dev.layeredsaga.testbed.simulation.invariants;
