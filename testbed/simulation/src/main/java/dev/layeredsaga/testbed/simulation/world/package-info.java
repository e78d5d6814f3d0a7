/** Simulated time, processes and chance. */
package dev.layeredsaga.testbed.simulation.world;
