package dev.layeredsaga.paymentstub.ledger;

import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Checks the ledger for money that should not have moved, and for outcomes unknown to the client. */
public final class Audit {

    /** The invariant that no outcome is unknown to its client for too long. */
    public static final String NOTHING_UNKNOWN = "nothing-unknown-for-too-long";

    private Audit() {}

    public static AuditReport of(Books books, Patience patience) {
        Collection<Account> accounts = Account.of(books.entries());
        return AuditReport.of(
                books.orders(),
                List.of(
                        InvariantReport.of("at-most-one-net-capture-per-order", ordersChargedTwice(accounts)),
                        InvariantReport.of("refunds-within-captures", refundsBeyondCaptures(accounts)),
                        InvariantReport.of(NOTHING_UNKNOWN, patience.exhaustedBy(books))));
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
}
