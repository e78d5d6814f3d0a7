/** Smaller failures from larger ones. */
package dev.layeredsaga.testbed.simulation.shrink;
