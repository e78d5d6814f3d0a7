package dev.layeredsaga.engine;

import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.messaging.commit.AfterCommit;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Drives sagas by those replies that the participants' own records confirm. Thread-safe. */
public final class VerifiedReplies {

    /** The participants' records, as far as they are at hand. */
    @FunctionalInterface
    public interface ParticipantRecords {

        /** Returns those of the replies, the same objects, that a participant's record contradicts. */
        List<SagaReply> contradicted(List<SagaReply> replies);
    }

    private static final Logger log = LoggerFactory.getLogger(VerifiedReplies.class);

    private final SagaEngine engine;
    private final ParticipantRecords records;
    private final Counter refused;

    public VerifiedReplies(SagaEngine engine, ParticipantRecords records, MeterRegistry meters) {
        this.engine = engine;
        this.records = records;
        this.refused = Counter.builder("saga.replies.refused")
                .description("Replies that the record of the participant contradicts")
                .register(meters);
    }

    /** Applies the replies in their order and in the caller's transaction, without those that are contradicted. */
    public void handle(List<SagaReply> replies) {
        List<SagaReply> contradicted = records.contradicted(replies);
        if (contradicted.isEmpty()) {
            engine.reply(replies);
            return;
        }
        Set<SagaReply> ignored = Collections.newSetFromMap(new IdentityHashMap<>());
        ignored.addAll(contradicted);
        engine.reply(replies.stream().filter(reply -> !ignored.contains(reply)).toList());
        List<SagaReply> awaited = engine.refuse(contradicted);
        awaited.forEach(reply -> log.warn(
                "refused {} to {}: the record of the participant contradicts it, which is asked again",
                reply.getClass().getSimpleName(),
                reply.attempt()));
        AfterCommit.run(() -> refused.increment(awaited.size()));
    }
}
