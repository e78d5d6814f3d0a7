package dev.layeredsaga.engine.state;

import java.util.UUID;

/**
 * A saga that its finder has to itself until the lock timeout.
 *
 * @param version the saga's version when it was locked; once it is another, the lock is lost
 */
public record LockedSaga(UUID id, long version) {}
