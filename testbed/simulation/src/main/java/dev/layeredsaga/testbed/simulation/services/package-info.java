/** The services, with the project's own rules in simulated processes. */
package dev.layeredsaga.testbed.simulation.services;
