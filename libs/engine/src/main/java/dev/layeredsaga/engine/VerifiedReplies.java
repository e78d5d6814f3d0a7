package dev.layeredsaga.engine;

import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.messaging.commit.AfterCommit;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Drives sagas by those replies that prove that they answer a command. Thread-safe. */
public final class VerifiedReplies {

    private static final Logger log = LoggerFactory.getLogger(VerifiedReplies.class);

    private final SagaEngine engine;
    private final ReplyProofs proofs;
    private final Counter refused;

    VerifiedReplies(SagaEngine engine, ReplyProofs proofs, MeterRegistry meters) {
        this.engine = engine;
        this.proofs = proofs;
        this.refused = Counter.builder("saga.replies.refused")
                .description("Replies that do not prove that they answer a command")
                .register(meters);
    }

    /** Applies the replies in their order and in the caller's transaction, without those that lack their proof. */
    public void handle(List<SagaReply> replies) {
        Map<Boolean, List<SagaReply>> byProof =
                replies.stream().collect(Collectors.partitioningBy(reply -> proofs.isProven(reply.attempt())));
        engine.reply(byProof.getOrDefault(true, List.of()));
        List<SagaReply> awaited = engine.refuse(byProof.getOrDefault(false, List.of()));
        awaited.forEach(reply -> log.warn(
                "refused {} to {}: it lacks the proof that it answers a command, which is sent again",
                reply.getClass().getSimpleName(),
                reply.attempt()));
        AfterCommit.run(() -> refused.increment(awaited.size()));
    }
}
