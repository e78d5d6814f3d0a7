package dev.layeredsaga.engine.state;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A signal that a saga has been given.
 *
 * @param key the sender's, by which a repetition is known
 * @param payload its JSON
 * @param receivedAt null if it has not been kept
 */
public record GivenSignal(
        UUID sagaId,
        String name,
        String key,
        String payload,
        @Nullable Instant receivedAt) {}
