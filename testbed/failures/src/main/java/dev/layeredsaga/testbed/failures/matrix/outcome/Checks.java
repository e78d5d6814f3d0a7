package dev.layeredsaga.testbed.failures.matrix.outcome;

import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.failures.audit.Finding;
import dev.layeredsaga.testbed.failures.audit.InvariantAudit;
import dev.layeredsaga.testbed.failures.audit.seen.GatewaySeen.Complaint;
import dev.layeredsaga.testbed.failures.audit.seen.GatewaySeen.Entry;
import dev.layeredsaga.testbed.failures.audit.seen.InventorySeen;
import dev.layeredsaga.testbed.failures.audit.seen.MessagesSeen.Event;
import dev.layeredsaga.testbed.failures.audit.seen.OrdersSeen.Order;
import dev.layeredsaga.testbed.failures.audit.seen.OrdersSeen.Saga;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Compares what came of a case with what must, and has the audit check what must always hold. */
public record Checks(Case played, Duration bound) {

    /** Every saga ends, no accepted order is lost: of a parked saga neither is so yet. */
    private static final Set<Integer> ONCE_ENDED = Set.of(5, 10);

    /** Every event once, every effect once: of a saga that begins once more, the exact events of the case are required instead. */
    private static final Set<Integer> ONCE_PUBLISHED = Set.of(6, 7);

    /** Returns the errors, one line each; empty if none. */
    public List<String> findings(Observation seen) {
        List<String> findings = new ArrayList<>(seen.remarks());
        seen.orders().forEach((id, order) -> {
            List<String> ofOrder = new ArrayList<>();
            checkStanding(id, seen, ofOrder);
            checkMoney(id, seen, ofOrder);
            checkEvents(id, seen, ofOrder);
            checkWork(order, ofOrder);
            ofOrder.forEach(finding -> findings.add("order " + id + ": " + finding));
        });
        checkItems(seen, findings);
        checkInvariants(seen, findings);
        return findings;
    }

    private void checkStanding(String id, Observation seen, List<String> findings) {
        ExpectedOutcome ending = expected().ending();
        Optional<Order> order =
                Optional.ofNullable(seen.system().orders().orders().get(id));
        Optional<Saga> saga = Optional.ofNullable(seen.system().orders().sagas().get(id));
        String status = order.map(Order::status).orElse("");
        String reason = order.map(Order::reason).orElse("");
        String standing = saga.map(Saga::inWords).orElse("none");
        require(
                status.equals(ending.status()),
                findings,
                "%s, not %s; its saga: %s"
                        .formatted(or(status, "no order"), or(ending.status(), "no order"), standing));
        require(
                ending.reason().map(reason::equals).orElse(reason.isEmpty()),
                findings,
                "reason %s, not %s"
                        .formatted(or(reason, "none"), ending.reason().orElse("none")));
        require(
                saga.filter(Saga::isStuck).isPresent() == (ending == ExpectedOutcome.STUCK),
                findings,
                "its saga: " + standing);
    }

    private void checkMoney(String id, Observation seen, List<String> findings) {
        List<Entry> entries = seen.system().gateway().entries().stream()
                .filter(entry -> entry.orderId().equals(id) && !entry.type().equals("REPLAYED"))
                .toList();
        String ledger = entries.isEmpty()
                ? "nothing"
                : String.join(", ", entries.stream().map(Checks::inWords).toList());
        require(
                expected().ledger().contains(ledger),
                findings,
                "the ledger says %s, not %s"
                        .formatted(ledger, String.join(" or ", expected().ledger())));
        List<Long> amounts = entries.stream().map(Entry::amount).distinct().toList();
        require(Set.of(Shop.PRICE).containsAll(amounts), findings, "amounts " + amounts);
        seen.system().gateway().complaints().stream()
                .filter(complaint -> complaint.orderId().equals(id))
                .map(Complaint::what)
                .forEach(what -> findings.add("the gateway's audit: " + what));
    }

    private static String inWords(Entry entry) {
        return entry.type().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private void checkEvents(String id, Observation seen, List<String> findings) {
        List<String> words = seen.system().messages().events().getOrDefault(id, List.of()).stream()
                .map(Event::type)
                .map(type -> EventTrace.WORDS.getOrDefault(type, type))
                .toList();
        require(
                words.equals(expected().events()),
                findings,
                "events %s, not %s"
                        .formatted(
                                EventTrace.inWords(words),
                                EventTrace.inWords(expected().events())));
    }

    private void checkWork(Observation.Seen order, List<String> findings) {
        require(
                order.took().compareTo(bound) <= 0,
                findings,
                "took %d s, more than %d s".formatted(order.took().toSeconds(), bound.toSeconds()));
        require(
                expected().calls().hold(order.calls()),
                findings,
                "gateway calls %s, not %s".formatted(order.calls(), expected().calls()));
    }

    /** Stock against orders: what is sold has left, what is held is held for them, and nothing else. */
    private void checkItems(Observation seen, List<String> findings) {
        InventorySeen inventory = seen.system().inventory();
        int sold = (int) seen.system().orders().orders().values().stream()
                .filter(Order::isConfirmed)
                .count();
        int held = expected().ending().held() * seen.orders().size();
        long claimsHeld =
                inventory.claims().stream().filter(claim -> claim.is("HELD")).count();
        require(claimsHeld == held, findings, "%d claims held, not %d".formatted(claimsHeld, held));
        inventory.items().values().forEach(item -> {
            require(
                    item.onHand() == played.stocked() - sold,
                    findings,
                    "on hand %d of %d after %d sold".formatted(item.onHand(), played.stocked(), sold));
            require(item.reserved() == held, findings, "reserved %d, not %d".formatted(item.reserved(), held));
            require(held > 0 || !item.locked(), findings, "still locked by " + item.lockedBy());
        });
    }

    private void checkInvariants(Observation seen, List<String> findings) {
        Set<Integer> leftOut = leftOut();
        for (Finding finding : InvariantAudit.of(seen.system())) {
            if (!leftOut.contains(finding.number())) {
                finding.violations()
                        .forEach(violation -> findings.add("invariant %d, %s: %s %s"
                                .formatted(finding.number(), finding.name(), violation.what(), violation.ids())));
            }
        }
    }

    private Set<Integer> leftOut() {
        if (expected().ending() == ExpectedOutcome.STUCK) {
            return ONCE_ENDED;
        }
        Set<String> different = Set.copyOf(expected().events());
        return different.size() < expected().events().size() ? ONCE_PUBLISHED : Set.of();
    }

    private Expected expected() {
        return played.expected();
    }

    private static String or(String text, String otherwise) {
        return text.isEmpty() ? otherwise : text;
    }

    private static void require(boolean holds, List<String> findings, String otherwise) {
        if (!holds) {
            findings.add(otherwise);
        }
    }
}
