package dev.layeredsaga.paymentstub.ledger;

import dev.layeredsaga.paymentstub.ledger.AuditReport.InvariantReport;
import dev.layeredsaga.paymentstub.ledger.AuditReport.Violation;
import dev.layeredsaga.paymentstub.ledger.AuditScope.Pending;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.Posting;
import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks the ledger for money that should not have moved, and for outcomes unknown to the client. */
public final class Audit {

    /** The invariant that no outcome is unknown to its client for too long. */
    public static final String NOTHING_UNKNOWN = "nothing-unknown-for-too-long";

    private Audit() {}

    /** @param unknownFor an outcome unknown for this long or longer is a violation; zero for any unknown outcome */
    public static AuditReport of(AuditScope scope, Instant now, Duration unknownFor) {
        Collection<Account> accounts = Account.of(scope.entries());
        return AuditReport.of(
                scope.orders(),
                List.of(
                        InvariantReport.of("at-most-one-net-capture-per-order", ordersChargedTwice(accounts)),
                        InvariantReport.of("refunds-within-captures", refundsBeyondCaptures(accounts)),
                        InvariantReport.of(NOTHING_UNKNOWN, unknownForTooLong(scope, now, unknownFor))));
    }

    private static List<Violation> ordersChargedTwice(Collection<Account> accounts) {
        Map<OrderId, List<UUID>> netCaptures = accounts.stream()
                .filter(account -> account.captured() > account.refunded())
                .collect(Collectors.groupingBy(
                        Account::orderId,
                        LinkedHashMap::new,
                        Collectors.mapping(Account::paymentId, Collectors.toList())));
        return netCaptures.entrySet().stream()
                .filter(order -> order.getValue().size() > 1)
                .map(order -> new Violation(
                        order.getKey().value(),
                        order.getValue(),
                        order.getValue().size() + " captures are not refunded in full"))
                .toList();
    }

    private static List<Violation> refundsBeyondCaptures(Collection<Account> accounts) {
        return accounts.stream()
                .filter(account -> account.refunded() > account.captured())
                .map(account -> new Violation(
                        account.orderId().value(),
                        List.of(account.paymentId()),
                        "refunded " + account.refunded() + " of " + account.captured() + " captured"))
                .toList();
    }

    private static List<Violation> unknownForTooLong(AuditScope scope, Instant now, Duration limit) {
        Predicate<Instant> tooLong = since -> Duration.between(since, now).compareTo(limit) >= 0;
        return Stream.concat(
                        scope.unknowns().stream()
                                .filter(capture -> tooLong.test(capture.at()))
                                .map(capture -> unknown(capture, now)),
                        scope.pending().stream()
                                .filter(attempt -> tooLong.test(attempt.since()))
                                .map(attempt -> undecided(attempt, now)))
                .toList();
    }

    private static Violation unknown(LedgerEntry capture, Instant now) {
        return new Violation(
                capture.posting().orderId().value(),
                List.of(capture.paymentId()),
                "captured " + seconds(capture.at(), now) + " s ago, and the client was never notified");
    }

    private static Violation undecided(Pending attempt, Instant now) {
        return new Violation(
                attempt.orderId().value(),
                attempt.paymentIds(),
                "in flight for " + seconds(attempt.since(), now) + " s under the key " + attempt.idempotencyKey());
    }

    private static long seconds(Instant since, Instant now) {
        return Duration.between(since, now).toSeconds();
    }

    /** The captured and refunded amounts of one payment, summed from the ledger. */
    private record Account(UUID paymentId, OrderId orderId, long captured, long refunded) {

        static Collection<Account> of(List<LedgerEntry> entries) {
            Map<UUID, Account> accounts = new LinkedHashMap<>();
            for (LedgerEntry entry : entries) {
                accounts.merge(entry.paymentId(), opening(entry), Account::plus);
            }
            return accounts.values();
        }

        private static Account opening(LedgerEntry entry) {
            Posting posting = entry.posting();
            long amount = posting.money().amount();
            return new Account(
                    posting.paymentId(),
                    posting.orderId(),
                    entry instanceof LedgerEntry.Captured ? amount : 0,
                    entry instanceof LedgerEntry.Refunded ? amount : 0);
        }

        private Account plus(Account other) {
            return new Account(paymentId, orderId, captured + other.captured, refunded + other.refunded);
        }
    }
}
