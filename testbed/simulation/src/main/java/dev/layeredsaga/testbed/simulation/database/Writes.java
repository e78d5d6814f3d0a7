package dev.layeredsaga.testbed.simulation.database;

/** The changes of one transaction to one table. */
public interface Writes {

    /** @throws ConflictException if it must not commit */
    void check();

    /** Makes it visible to everybody. */
    void apply();
}
