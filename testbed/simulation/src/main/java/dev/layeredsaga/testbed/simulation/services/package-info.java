/** The services, with the project's own rules in simulated processes. */
@NullMarked
package dev.layeredsaga.testbed.simulation.services;

import org.jspecify.annotations.NullMarked;
