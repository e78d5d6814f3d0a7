package dev.layeredsaga.messaging.envelope;

import dev.layeredsaga.messaging.trace.TraceParent;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message that has arrived and could be read.
 *
 * @param id the CloudEvents id; the same id is the same message, however often it arrives
 * @param sequence the CloudEvents {@code sequence} attribute, where there is one
 * @param time when its sender made it, by the sender's clock
 * @param trace where it was caused; null if its sender did not say
 */
public record IncomingMessage<M>(
        String id,
        String key,
        @Nullable Long sequence,
        @Nullable Instant time,
        @Nullable TraceParent trace,
        M payload) {}
