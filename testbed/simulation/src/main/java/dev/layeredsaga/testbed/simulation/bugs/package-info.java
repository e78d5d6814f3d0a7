/** Bugs that are put back, in the project's own code or in the model around it, to see that they are found. */
package dev.layeredsaga.testbed.simulation.bugs;
