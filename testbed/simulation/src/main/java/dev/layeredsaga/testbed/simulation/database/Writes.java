package dev.layeredsaga.testbed.simulation.database;

/** What one transaction does to one table. */
public interface Writes {

    /** @throws ConflictException if it must not commit */
    void check();

    /** Makes it visible to everybody. */
    void apply();
}
