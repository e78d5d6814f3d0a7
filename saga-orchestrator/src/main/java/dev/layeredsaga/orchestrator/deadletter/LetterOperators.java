package dev.layeredsaga.orchestrator.deadletter;

import static java.util.Objects.requireNonNull;

import dev.layeredsaga.orchestrator.deadletter.DeadLetterTable.StoredLetter;
import dev.layeredsaga.orchestrator.deadletter.LetterOperators.LetterOutcome.Done;
import dev.layeredsaga.orchestrator.deadletter.LetterOperators.LetterOutcome.Refused;
import dev.layeredsaga.orchestrator.deadletter.OriginTopics.OriginUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    private final LetterMeters meters;
    private final TransactionOperations transaction;

    LetterOperators(
            DeadLetterTable table,
            LetterActions actions,
            OriginTopics origins,
            LetterMeters meters,
            TransactionOperations transaction) {
        this.table = table;
        this.actions = actions;
        this.origins = origins;
        this.meters = meters;
        this.transaction = transaction;
    }

    /**
     * The outcome for many letters, in the order in which they were taken.
     *
     * @param left letters that were not reached in time
     */
    public record BulkOutcome(List<LetterId> done, Map<LetterId, Refused> refused, List<LetterId> left) {}

    /** Acts on one letter. Of several operators who act at the same time, one succeeds. */
    public LetterOutcome act(LetterId id, LetterRequest request) {
        Optional<StoredLetter> found = table.find(id);
        if (found.isEmpty()) {
            return refused(LetterRefusal.DEAD_LETTER_NOT_FOUND);
        }
        if (found.get().status() != LetterStatus.OPEN) {
            return refused(LetterRefusal.DEAD_LETTER_NOT_OPEN);
        }
        return switch (request.action()) {
            case DISCARD -> inTransaction(id, () -> discard(id, request));
            case RESEND -> resend(found.get().letter(), request);
        };
    }

    /** Acts on the letters one after the other; one that is refused costs only itself and the later ones of its key. */
    public BulkOutcome actOnAll(List<LetterId> ids, LetterRequest request) {
        BulkOutcome outcome = new BulkOutcome(new ArrayList<>(), new LinkedHashMap<>(), new ArrayList<>());
        long begin = System.nanoTime();
        for (LetterId id : ids) {
            if (System.nanoTime() - begin > LONGEST_REQUEST.toNanos()) {
                outcome.left().add(id);
                continue;
            }
            switch (act(id, request)) {
                case Done done -> outcome.done().add(id);
                case Refused refused -> outcome.refused().put(id, refused);
            }
        }
        return outcome;
    }

    private LetterOutcome resend(Letter letter, LetterRequest request) {
        if (!letter.complete() || !letter.why().isOriginKnown()) {
            return refused(LetterRefusal.DEAD_LETTER_INCOMPLETE);
        }
        Overtaking overtaking;
        try {
            overtaking = overtakingOf(letter);
        } catch (OriginUnavailableException e) {
            log.warn("dead letter {} is not sent, its topic cannot be read: {}", letter.id(), e.getMessage());
            return refused(LetterRefusal.DEAD_LETTER_NOT_SENT);
        }
        LetterRefusal refusal = overtaking.refusal();
        if (refusal != null && !request.evenIfOvertaken()) {
            return new Refused(refusal, overtaking);
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

    private interface Step {
        LetterOutcome run();
    }

    /** The letter stays locked until what is done with it is on record. */
    private LetterOutcome inTransaction(LetterId id, Step step) {
        return requireNonNull(transaction.execute(
                status -> table.lockIfOpen(id) ? step.run() : refused(LetterRefusal.DEAD_LETTER_NOT_OPEN)));
    }

    /** After a crash before the commit the letter is still open: sent again, it has the same id, and is handled once. */
    private LetterOutcome send(Letter letter, LetterRequest request, @Nullable Overtaking overtaking) {
        long offset;
        try {
            offset = origins.send(letter);
        } catch (OriginUnavailableException e) {
            log.warn("dead letter {} is not confirmed: {}", letter.id(), e.getMessage());
            actions.add(letter.id(), request, LetterActions.Outcome.NOT_SENT, overtaking);
            return refused(LetterRefusal.DEAD_LETTER_NOT_SENT);
        }
        table.settle(letter.id(), LetterStatus.RESENT, offset);
        return done(letter.id(), request, overtaking);
    }

    private LetterOutcome discard(LetterId id, LetterRequest request) {
        table.settle(id, LetterStatus.DISCARDED, null);
        return done(id, request, null);
    }

    private LetterOutcome done(LetterId id, LetterRequest request, @Nullable Overtaking overtaking) {
        actions.add(id, request, LetterActions.Outcome.DONE, overtaking);
        meters.settled(request.action());
        log.info("dead letter {}: {} by {}", id, request.action(), request.operator());
        return new Done();
    }

    private static Refused refused(LetterRefusal why) {
        return new Refused(why, null);
    }

    /** The outcome of an operator's request. */
    public sealed interface LetterOutcome {

        record Done() implements LetterOutcome {}

        /** @param overtaking what is known about the records behind the letter; null if that is not why */
        record Refused(LetterRefusal why, @Nullable Overtaking overtaking) implements LetterOutcome {}
    }
}
