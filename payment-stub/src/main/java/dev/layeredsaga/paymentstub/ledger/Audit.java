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
        return netCapturesByOrder(accounts).entrySet().stream()
                .filter(order -> order.getValue().size() > 1)
                .map(order -> chargedTwice(order.getKey(), order.getValue()))
                .toList();
    }

    private static Map<OrderId, List<Account>> netCapturesByOrder(Collection<Account> accounts) {
        return accounts.stream()
                .filter(Account::isNetCapture)
                .collect(Collectors.groupingBy(Account::orderId, LinkedHashMap::new, Collectors.toList()));
    }

    private static Violation chargedTwice(OrderId order, List<Account> captures) {
        return new Violation(
                order.value(),
                captures.stream().map(Account::paymentId).toList(),
                captures.size() + " captures are not refunded in full");
    }

    private static List<Violation> refundsBeyondCaptures(Collection<Account> accounts) {
        return accounts.stream()
                .filter(Account::isOverRefunded)
                .map(Audit::refundedBeyond)
                .toList();
    }

    private static Violation refundedBeyond(Account account) {
        return new Violation(
                account.orderId().value(),
                List.of(account.paymentId()),
                "refunded " + account.refunded() + " of " + account.captured() + " captured");
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
                List.of(capture.posting().paymentId()),
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
                accounts.merge(entry.posting().paymentId(), opening(entry), Account::plus);
            }
            return accounts.values();
        }

        private static Account opening(LedgerEntry entry) {
            Posting posting = entry.posting();
            long amount = posting.money().amount();
            return switch (entry.type()) {
                case CAPTURED -> new Account(posting.paymentId(), posting.orderId(), amount, 0);
                case REFUNDED -> new Account(posting.paymentId(), posting.orderId(), 0, amount);
                case DECLINED, REFUND_DECLINED, REPLAYED -> new Account(posting.paymentId(), posting.orderId(), 0, 0);
            };
        }

        private Account plus(Account other) {
            return new Account(paymentId, orderId, captured + other.captured, refunded + other.refunded);
        }

        boolean isNetCapture() {
            return captured > refunded;
        }

        boolean isOverRefunded() {
            return refunded > captured;
        }
    }
}
