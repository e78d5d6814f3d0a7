/** The deterministic simulation: the project's own rules in a simulated world, all of it from one seed. */
package dev.layeredsaga.testbed.simulation;
