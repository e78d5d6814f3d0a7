package dev.layeredsaga.testbed.failures.matrix.outcome;

import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.failures.audit.Finding;
import dev.layeredsaga.testbed.failures.audit.InvariantAudit;
import dev.layeredsaga.testbed.failures.audit.seen.GatewaySeen;
import dev.layeredsaga.testbed.failures.audit.seen.GatewaySeen.Complaint;
import dev.layeredsaga.testbed.failures.audit.seen.GatewaySeen.Entry;
import dev.layeredsaga.testbed.failures.audit.seen.MessagesSeen.Event;
import dev.layeredsaga.testbed.failures.audit.seen.Observations;
import dev.layeredsaga.testbed.failures.audit.seen.OrdersSeen;
import dev.layeredsaga.testbed.failures.audit.seen.OrdersSeen.Order;
import dev.layeredsaga.testbed.failures.audit.seen.OrdersSeen.Saga;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The outcome required of every order of a case, in the words of the page.
 *
 * @param ledger the entries in the gateway's ledger, in order
 * @param events the events on {@code saga.events}, in order
 * @param calls the permitted calls of the gateway, to charge, to ask and to refund: each {@code 1}, {@code 1–3} or {@code ≥ 1}
 * @param within the permitted time from its placing: the sum of {@code deadline}, {@code compensation} and seconds
 */
public record Expected(ExpectedOutcome ending, String ledger, String events, String calls, String within) {

    /** The word for each event type. */
    public static final Map<String, String> WORDS = Map.of(
            "SagaStarted", "started",
            "StockReserved", "reserved",
            "PaymentCaptured", "captured",
            "OrderConfirmed", "confirmed",
            "CompensationStarted", "compensating",
            "PaymentRefunded", "refunded",
            "StockReleased", "released",
            "OrderRejected", "rejected",
            "OrderCancelled", "cancelled",
            "SagaStuck", "stuck");

    private static final String ARROW = " › ";
    private static final String ONE_CHARGE = "1 / 0 / 0";
    private static final String SOON = "40 s";

    /** Every saga ends, no accepted order is lost: of a parked saga neither is so yet. */
    private static final Set<Integer> ONCE_ENDED = Set.of(5, 10);

    /** Every event once, every effect once: of a saga that begins once more, the exact events of the case are required instead. */
    private static final Set<Integer> ONCE_PUBLISHED = Set.of(6, 7);

    public static Expected confirmed() {
        String events = "started › reserved › captured › confirmed";
        return new Expected(ExpectedOutcome.CONFIRMED, "captured", events, ONE_CHARGE, SOON);
    }

    public static Expected declined() {
        String events = "started › reserved › compensating › released › rejected";
        return new Expected(ExpectedOutcome.DECLINED, "declined", events, ONE_CHARGE, SOON);
    }

    /** Never paid, so compensated when its time is over. */
    public static Expected unavailable() {
        String events = "started › reserved › compensating › released › rejected";
        return new Expected(ExpectedOutcome.UNAVAILABLE, "nothing", events, "≥ 2 / ≥ 1 / 0", "deadline + 60 s");
    }

    /** Cancelled while it was being paid. */
    public static Expected cancelled() {
        String events = "started › reserved › compensating › refunded › released › cancelled";
        return new Expected(ExpectedOutcome.CANCELLED, "captured, refunded", events, "1 / ≥ 1 / ≥ 1", SOON);
    }

    public static Expected stuck(String ledger) {
        String events = "started › reserved › compensating › stuck";
        return new Expected(ExpectedOutcome.STUCK, ledger, events, ONE_CHARGE, SOON);
    }

    /** Messages about a saga that was never started. */
    public static Expected nothing() {
        return new Expected(ExpectedOutcome.NO_ORDER, "nothing", "none", "0 / 0 / 0", SOON);
    }

    public Expected calls(String permitted) {
        return new Expected(ending, ledger, events, permitted, within);
    }

    public Expected ledger(String entries) {
        return new Expected(ending, entries, events, calls, within);
    }

    public Expected events(String words) {
        return new Expected(ending, ledger, words, calls, within);
    }

    public Expected within(String permitted) {
        return new Expected(ending, ledger, events, calls, permitted);
    }

    /** Returns the permitted time in a system with these timeouts. */
    public Duration bound(Limits limits) {
        return Stream.of(within.split(" \\+ ", -1))
                .map(part -> switch (part) {
                    case "deadline" -> limits.deadline();
                    case "compensation" -> limits.compensationTimeout();
                    default -> Duration.ofSeconds(Long.parseLong(part.replace(" s", "")));
                })
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** Compares what came of a case, and has the audit check what always holds. Returns the errors, one line each; empty if none. */
    public List<String> findings(Observation seen, Limits limits) {
        List<String> findings = new ArrayList<>(seen.remarks());
        seen.orders().forEach((id, order) -> compare(id, order, seen.system(), limits, findings));
        long held = seen.system().inventory().claims().stream()
                .filter(claim -> claim.is("HELD"))
                .count();
        int wanted = ending == ExpectedOutcome.STUCK ? seen.orders().size() : 0;
        require(held == wanted, "claims held:", held, wanted, findings);
        InvariantAudit.of(seen.system()).stream()
                .filter(finding -> !leftOut().contains(finding.number()))
                .flatMap(Expected::inWords)
                .forEach(findings::add);
        return findings;
    }

    private void compare(String id, Observation.Seen order, Observations seen, Limits limits, List<String> findings) {
        String about = "order " + id;
        String saga = Optional.ofNullable(seen.orders().sagas().get(id))
                .map(Saga::inWords)
                .orElse("none");
        String standing = standing(id, seen.orders());
        require(
                standing.equals(ending.standing()),
                about,
                standing + " (saga: " + saga + ")",
                ending.standing(),
                findings);
        String account = account(id, seen.gateway());
        require(ledger.equals(account), about + ": the ledger says", account, ledger, findings);
        String found = seen.messages().events().getOrDefault(id, List.of()).stream()
                .map(Event::type)
                .map(type -> WORDS.getOrDefault(type, type))
                .collect(Collectors.joining(ARROW));
        require(events.equals(found.isEmpty() ? "none" : found), about + ": events", found, events, findings);
        require(permits(order.calls()), about + ": gateway calls", order.calls(), calls, findings);
        Duration bound = bound(limits);
        require(order.took().compareTo(bound) <= 0, about + ": took", order.took(), "at most " + bound, findings);
    }

    private static String standing(String id, OrdersSeen seen) {
        Order order = seen.orders().get(id);
        Saga saga = seen.sagas().get(id);
        if (order == null) {
            return "no order";
        }
        String standing = (order.status() + " " + order.reason()).strip();
        return saga != null && saga.isStuck() ? standing + " STUCK" : standing;
    }

    /** Its entries but repeated answers, and what the gateway itself finds wrong with it. */
    private static String account(String id, GatewaySeen seen) {
        Stream<String> entries = seen.entries().stream()
                .filter(entry -> entry.orderId().equals(id) && !entry.type().equals("REPLAYED"))
                .map(Expected::inWords);
        Stream<String> complaints = seen.complaints().stream()
                .filter(complaint -> complaint.orderId().equals(id))
                .map(Complaint::what);
        String account = Stream.concat(entries, complaints).collect(Collectors.joining(", "));
        return account.isEmpty() ? "nothing" : account;
    }

    private static String inWords(Entry entry) {
        String type = entry.type().toLowerCase(Locale.ROOT).replace('_', ' ');
        return entry.amount() == Shop.PRICE ? type : type + " " + entry.amount();
    }

    private static Stream<String> inWords(Finding finding) {
        return finding.violations().stream()
                .map(violation -> "invariant %d, %s: %s %s"
                        .formatted(finding.number(), finding.name(), violation.what(), violation.ids()));
    }

    private boolean permits(String counts) {
        String[] limits = calls.split(" / ", -1);
        String[] counted = counts.split(" / ", -1);
        return IntStream.range(0, limits.length).allMatch(i -> permits(limits[i], Integer.parseInt(counted[i])));
    }

    private static boolean permits(String limit, int count) {
        String[] ends = limit.replace("≥ ", "").split("–", -1);
        int most = limit.startsWith("≥") ? Integer.MAX_VALUE : Integer.parseInt(ends[ends.length - 1]);
        return count >= Integer.parseInt(ends[0]) && count <= most;
    }

    private Set<Integer> leftOut() {
        List<String> parts = List.of(events.split(ARROW, -1));
        return ending == ExpectedOutcome.STUCK
                ? ONCE_ENDED
                : parts.size() > Set.copyOf(parts).size() ? ONCE_PUBLISHED : Set.of();
    }

    private static void require(boolean holds, String what, Object found, Object wanted, List<String> findings) {
        if (!holds) {
            findings.add("%s %s, not %s".formatted(what, found, wanted));
        }
    }
}
