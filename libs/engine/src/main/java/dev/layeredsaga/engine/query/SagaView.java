package dev.layeredsaga.engine.query;

import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.engine.state.Direction;
import dev.layeredsaga.engine.state.EndedAttempt;
import dev.layeredsaga.engine.state.SagaStatus;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A saga as an operator sees it.
 *
 * @param revision another one after every change of step, direction or status and every action; an action is for the one that its
 *     operator has seen
 * @param step where it is; null once it has ended
 * @param attempts the most attempts at the step; null if any number
 * @param policy what is done about failures of the step, in words; null once it has ended
 * @param waitsFor why it waits, or what it is stuck on
 * @param reason why it is or was compensated
 * @param nextAttemptAt when it will be driven next; null if only a person can
 * @param timeline every attempt that has ended, oldest first
 * @param remaining the steps ahead, in the order they will be taken (or compensated)
 * @param actions what operators have asked for, oldest first
 */
public record SagaView(
        UUID sagaId,
        long revision,
        String definition,
        int version,
        SagaStatus status,
        Direction direction,
        @Nullable String step,
        int attempt,
        @Nullable Integer attempts,
        @Nullable String policy,
        @Nullable String waitsFor,
        @Nullable Reason reason,
        @Nullable Instant nextAttemptAt,
        Instant deadline,
        Instant createdAt,
        Instant updatedAt,
        List<EndedAttempt> timeline,
        List<String> remaining,
        List<ActionView> actions) {}
