package dev.layeredsaga.orchestrator.deadletter;

import static java.util.Objects.requireNonNull;

import dev.layeredsaga.orchestrator.deadletter.DeadLetterTable.StoredLetter;
import dev.layeredsaga.orchestrator.deadletter.LetterRequest.LetterAction;
import dev.layeredsaga.orchestrator.deadletter.OriginTopics.OriginUnavailableException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/** Lets operators send and discard dead letters, each in a transaction of its own. Thread-safe. */
@Component
public class LetterOperators {

    private static final Logger log = LoggerFactory.getLogger(LetterOperators.class);

    /** The time limit of one request. The letters left then stay untouched. */
    private static final Duration LONGEST_REQUEST = Duration.ofSeconds(20);

    private final DeadLetterTable table;
    private final LetterActions actions;
    private final OriginTopics origins;
    private final MeterProvider<Counter> settled;
    private final TransactionOperations transaction;

    LetterOperators(
            DeadLetterTable table,
            LetterActions actions,
            OriginTopics origins,
            MeterRegistry meters,
            TransactionOperations transaction) {
        this.table = table;
        this.actions = actions;
        this.origins = origins;
        this.settled = Counter.builder("dead.letters.settled")
                .description("Dead letters that operators have sent again or discarded")
                .withRegistry(meters);
        this.transaction = transaction;
        for (LetterAction action : LetterAction.values()) {
            settledBy(action);
        }
    }

    private Counter settledBy(LetterAction action) {
        return settled.withTag("action", action.name());
    }

    /**
     * A letter with which nothing has happened.
     *
     * @param overtaking what is known about the records behind the letter; null if that is not why
     */
    public record RefusedLetter(
            LetterId id, LetterRefusal code, @Nullable Overtaking overtaking) {}

    /**
     * The outcome for many letters, in the order in which they were taken.
     *
     * @param left letters that were not reached in time
     */
    public record BulkOutcome(List<LetterId> done, List<RefusedLetter> refused, List<LetterId> left) {}

    /** Acts on one letter, and returns why not if it is refused. Of several operators who act at the same time, one succeeds. */
    public Optional<RefusedLetter> act(LetterId id, LetterRequest request) {
        Optional<StoredLetter> found = table.find(id);
        if (found.isEmpty()) {
            return refused(id, LetterRefusal.DEAD_LETTER_NOT_FOUND);
        }
        if (found.get().status() != LetterStatus.OPEN) {
            return refused(id, LetterRefusal.DEAD_LETTER_NOT_OPEN);
        }
        return switch (request.action()) {
            case DISCARD -> inTransaction(id, () -> settle(id, request, LetterStatus.DISCARDED, null, null));
            case RESEND -> resend(found.get().letter(), request);
        };
    }

    /** Acts on the letters one after the other; one that is refused costs only itself and the later ones of its key. */
    public BulkOutcome actOnAll(List<LetterId> ids, LetterRequest request) {
        BulkOutcome outcome = new BulkOutcome(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        long begin = System.nanoTime();
        for (LetterId id : ids) {
            if (System.nanoTime() - begin > LONGEST_REQUEST.toNanos()) {
                outcome.left().add(id);
            } else {
                act(id, request)
                        .ifPresentOrElse(
                                outcome.refused()::add, () -> outcome.done().add(id));
            }
        }
        return outcome;
    }

    private Optional<RefusedLetter> resend(Letter letter, LetterRequest request) {
        if (!letter.complete() || !letter.why().isOriginKnown()) {
            return refused(letter.id(), LetterRefusal.DEAD_LETTER_INCOMPLETE);
        }
        Overtaking overtaking;
        try {
            overtaking = overtakingOf(letter);
        } catch (OriginUnavailableException e) {
            log.warn("dead letter {} is not sent, its topic cannot be read: {}", letter.id(), e.getMessage());
            return refused(letter.id(), LetterRefusal.DEAD_LETTER_NOT_SENT);
        }
        LetterRefusal refusal = overtaking.refusal();
        if (refusal != null && !request.evenIfOvertaken()) {
            return Optional.of(new RefusedLetter(letter.id(), refusal, overtaking));
        }
        return inTransaction(letter.id(), () -> send(letter, request, refusal == null ? null : overtaking));
    }

    private Overtaking overtakingOf(Letter letter) {
        if (letter.content().key() == null) {
            return Overtaking.NOTHING;
        }
        Overtaking behind = origins.behind(letter);
        List<Long> offsets =
                behind.overtakenBy().stream().map(Overtaking.Behind::offset).toList();
        Overtaking handled = offsets.isEmpty() ? behind : behind.without(table.notOvertaking(letter, offsets));
        return handled.with(table.openBefore(letter, Overtaking.MOST_LISTED));
    }

    /** The letter stays locked until what is done with it is on record. */
    private Optional<RefusedLetter> inTransaction(LetterId id, Supplier<Optional<RefusedLetter>> step) {
        return requireNonNull(transaction.execute(
                status -> table.lockIfOpen(id) ? step.get() : refused(id, LetterRefusal.DEAD_LETTER_NOT_OPEN)));
    }

    /** After a crash before the commit the letter is still open: sent again, it has the same id, and is handled once. */
    private Optional<RefusedLetter> send(Letter letter, LetterRequest request, @Nullable Overtaking overtaking) {
        long offset;
        try {
            offset = origins.send(letter);
        } catch (OriginUnavailableException e) {
            log.warn("dead letter {} is not confirmed: {}", letter.id(), e.getMessage());
            actions.add(letter.id(), request, LetterActions.Outcome.NOT_SENT, overtaking);
            return refused(letter.id(), LetterRefusal.DEAD_LETTER_NOT_SENT);
        }
        return settle(letter.id(), request, LetterStatus.RESENT, offset, overtaking);
    }

    private Optional<RefusedLetter> settle(
            LetterId id,
            LetterRequest request,
            LetterStatus status,
            @Nullable Long offset,
            @Nullable Overtaking overtaking) {
        table.settle(id, status, offset);
        actions.add(id, request, LetterActions.Outcome.DONE, overtaking);
        settledBy(request.action()).increment();
        log.info("dead letter {}: {} by {}", id, request.action(), request.operator());
        return Optional.empty();
    }

    private static Optional<RefusedLetter> refused(LetterId id, LetterRefusal why) {
        return Optional.of(new RefusedLetter(id, why, null));
    }
}
