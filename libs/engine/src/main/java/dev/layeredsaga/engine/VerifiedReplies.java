package dev.layeredsaga.engine;

import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.messaging.commit.AfterCommit;
import dev.layeredsaga.messaging.envelope.MalformedMessageException;
import dev.layeredsaga.messaging.failure.NotHereException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
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

    /**
     * A reply of a type that no definition of this program awaits.
     *
     * @param attempt what it answers
     */
    public record UnknownReply(StepAttempt attempt) implements SagaReply {}

    /**
     * Applies the replies in their order and in the caller's transaction, without those that lack their proof.
     *
     * @throws NotHereException if some answer sagas of versions that this program lacks
     * @throws MalformedMessageException if one is of a type that its saga's version does not know
     */
    public void handle(List<SagaReply> replies) {
        Map<Boolean, List<SagaReply>> byProof =
                replies.stream().collect(Collectors.partitioningBy(reply -> proofs.isProven(reply.attempt())));
        Set<UUID> elsewhere = engine.replyIfHere(byProof.getOrDefault(true, List.of()), 0);
        if (!elsewhere.isEmpty()) {
            throw new NotHereException(
                    "this release lacks the version of its saga",
                    elsewhere.stream().map(UUID::toString).collect(Collectors.toSet()));
        }
        replies.stream().filter(UnknownReply.class::isInstance).findFirst().ifPresent(reply -> {
            throw new MalformedMessageException(
                    "unknown type of a reply to " + reply.attempt().step());
        });
        List<SagaReply> awaited = engine.refuse(byProof.getOrDefault(false, List.of()));
        awaited.forEach(reply -> log.warn(
                "refused {} to {}: it lacks the proof that it answers a command, which is sent again",
                reply.getClass().getSimpleName(),
                reply.attempt()));
        AfterCommit.run(() -> refused.increment(awaited.size()));
    }
}
