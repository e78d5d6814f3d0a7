/** Simulated topics, consumers and outboxes. */
package dev.layeredsaga.testbed.simulation.messages;
