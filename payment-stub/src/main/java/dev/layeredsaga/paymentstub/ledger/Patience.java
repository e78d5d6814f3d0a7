package dev.layeredsaga.paymentstub.ledger;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * The time limit for unknown outcomes.
 *
 * @param limit an outcome unknown for this long or longer is a violation; zero for any unknown outcome
 */
public record Patience(Instant now, Duration limit) {

    List<Violation> exhaustedBy(Books books) {
        return Stream.concat(
                        books.unknowns().stream()
                                .filter(capture -> isExhaustedSince(capture.at()))
                                .map(this::untold),
                        books.pending().stream()
                                .filter(attempt -> isExhaustedSince(attempt.since()))
                                .map(this::undecided))
                .toList();
    }

    private boolean isExhaustedSince(Instant since) {
        return age(since).compareTo(limit) >= 0;
    }

    private Violation untold(LedgerEntry capture) {
        return new Violation(
                capture.posting().orderId().value(),
                List.of(capture.posting().paymentId()),
                "captured " + age(capture.at()).toSeconds() + " s ago, and the client was never told");
    }

    private Violation undecided(Pending attempt) {
        return new Violation(
                attempt.orderId().value(),
                attempt.paymentIds(),
                "in flight for " + age(attempt.since()).toSeconds() + " s under the key " + attempt.idempotencyKey());
    }

    private Duration age(Instant since) {
        return Duration.between(since, now);
    }
}
