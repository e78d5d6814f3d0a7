package dev.layeredsaga.orchestrator.deadletter.web;

import dev.layeredsaga.orchestrator.deadletter.LetterId;
import dev.layeredsaga.orchestrator.deadletter.LetterOperators.BulkOutcome;
import dev.layeredsaga.orchestrator.deadletter.LetterRefusal;
import dev.layeredsaga.orchestrator.deadletter.Overtaking;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outcome for each dead letter.
 *
 * @param found the number of letters before the limit, counted up to ten thousand
 * @param left letters not reached: the request took too long, or was a dry run
 */
record LetterActionsView(int found, List<LetterId> done, List<RefusedLetter> refused, List<LetterId> left) {

    record RefusedLetter(
            LetterId id, LetterRefusal code, @Nullable Overtaking overtaking) {}

    static LetterActionsView of(int found, BulkOutcome outcome) {
        return new LetterActionsView(
                found,
                outcome.done(),
                outcome.refused().entrySet().stream()
                        .map(refused -> new RefusedLetter(
                                refused.getKey(),
                                refused.getValue().why(),
                                refused.getValue().overtaking()))
                        .toList(),
                outcome.left());
    }

    static LetterActionsView dryRun(int found, List<LetterId> letters) {
        return new LetterActionsView(found, List.of(), List.of(), letters);
    }
}
