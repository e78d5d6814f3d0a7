package dev.layeredsaga.testbed.simulation.database;

/** A table of a simulated database, equal to itself alone. */
public interface Table {}
