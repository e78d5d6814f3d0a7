package dev.layeredsaga.orchestrator.deadletter.web;

import dev.layeredsaga.orchestrator.deadletter.LetterId;
import dev.layeredsaga.orchestrator.deadletter.LetterOperators.BulkOutcome;
import dev.layeredsaga.orchestrator.deadletter.LetterRefusal;
import dev.layeredsaga.orchestrator.deadletter.Overtaking;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of each dead letter.
 *
 * @param found how many there are, the limit aside; counted up to ten thousand
 * @param left what was not reached: the request took too long, or was a dry run
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
