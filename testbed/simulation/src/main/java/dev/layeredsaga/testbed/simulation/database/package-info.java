/** Simulated databases: rows with versions, and transactions that commit whole or not at all. */
@NullMarked
package dev.layeredsaga.testbed.simulation.database;

import org.jspecify.annotations.NullMarked;
