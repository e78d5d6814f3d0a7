package dev.layeredsaga.engine.state;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The sagas as the engine reads and writes them, in the caller's transaction. A saga's version guards each of its changes: of two transactions that have
 * read the same one, the second fails.
 */
public interface SagaStore {

    /** The requested sagas that exist, the database's time, and what is paused then. */
    record Reading(Instant now, Map<UUID, Saga> byId, Pauses pauses) {}

    /** Reads in the current transaction; it finds what the transaction has added. */
    Reading read(Collection<UUID> ids);

    /** Writes with the current transaction, which fails if another one has begun or changed one of them since it was read. */
    void write(Collection<Saga> begun, Collection<Saga> changed);

    /** Locks all sagas of the definition that go forward and have not ended, until the current transaction ends, and returns their ids. */
    List<UUID> lockForward(String definition);
}
