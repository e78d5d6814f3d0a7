package dev.layeredsaga.orchestrator.deadletter;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter and what has become of it.
 *
 * @param sentOffset where it was sent to, in the partition that it came from
 */
record StoredLetter(
        Letter letter,
        LetterStatus status,
        @Nullable Instant settledAt,
        @Nullable Long sentOffset) {}
