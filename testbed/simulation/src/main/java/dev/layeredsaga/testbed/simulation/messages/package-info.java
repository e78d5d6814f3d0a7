/** Simulated topics, consumers and outboxes. */
@NullMarked
package dev.layeredsaga.testbed.simulation.messages;

import org.jspecify.annotations.NullMarked;
