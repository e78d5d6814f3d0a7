/** Simulated databases: rows with versions, and transactions that commit whole or not at all. */
package dev.layeredsaga.testbed.simulation.database;
