package dev.layeredsaga.engine.state;

import java.util.UUID;

/**
 * A saga as someone has seen it who now wants to act on it.
 *
 * @param revision the saga's at that time; once its step, direction or status is another, so is this, and it has to be read again
 */
public record SeenSaga(UUID id, long revision) {}
