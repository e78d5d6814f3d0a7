package dev.layeredsaga.messaging.envelope;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message that has arrived and could be read.
 *
 * @param id the CloudEvents id; the same id is the same message, however often it arrives
 * @param sequence the CloudEvents {@code sequence} attribute, where there is one
 * @param time when its sender made it, by the sender's clock
 */
public record IncomingMessage<M>(
        String id,
        String key,
        @Nullable Long sequence,
        @Nullable Instant time,
        M payload) {}
