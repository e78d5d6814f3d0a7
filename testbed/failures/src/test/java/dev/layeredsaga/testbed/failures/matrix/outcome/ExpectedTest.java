package dev.layeredsaga.testbed.failures.matrix.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.failures.audit.seen.CustomersSeen;
import dev.layeredsaga.testbed.failures.audit.seen.CustomersSeen.Accepted;
import dev.layeredsaga.testbed.failures.audit.seen.CustomersSeen.Stock;
import dev.layeredsaga.testbed.failures.audit.seen.GatewaySeen;
import dev.layeredsaga.testbed.failures.audit.seen.GatewaySeen.Complaint;
import dev.layeredsaga.testbed.failures.audit.seen.GatewaySeen.Entry;
import dev.layeredsaga.testbed.failures.audit.seen.InventorySeen;
import dev.layeredsaga.testbed.failures.audit.seen.InventorySeen.Claim;
import dev.layeredsaga.testbed.failures.audit.seen.InventorySeen.Item;
import dev.layeredsaga.testbed.failures.audit.seen.LocksSeen;
import dev.layeredsaga.testbed.failures.audit.seen.MessagesSeen;
import dev.layeredsaga.testbed.failures.audit.seen.MessagesSeen.Event;
import dev.layeredsaga.testbed.failures.audit.seen.Observations;
import dev.layeredsaga.testbed.failures.audit.seen.OrdersSeen;
import dev.layeredsaga.testbed.failures.audit.seen.OrdersSeen.Order;
import dev.layeredsaga.testbed.failures.audit.seen.OrdersSeen.Saga;
import dev.layeredsaga.testbed.failures.audit.seen.TablesSeen;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every comparison, and every invariant beside it, with an outcome that is right and with one that is wrong in one respect. */
class ExpectedTest {

    private static final Limits LIMITS = new Limits(Duration.ofSeconds(50), Duration.ofSeconds(40));
    private static final String ORDER = "order-1";
    private static final String SKU = "made-up-1";
    private static final Expected CONFIRMED = Expected.confirmed();
    private static final Expected CANCELLED = Expected.cancelled().calls("1 / 1 / 1");
    private static final Expected STUCK = Expected.stuck("captured, refund declined");

    private String status = "CONFIRMED";
    private String reason = "";
    private Saga saga = new Saga(ORDER, "COMPLETED", "FORWARD", "", "");
    private List<Entry> ledger = ledger("CAPTURED");
    private List<Complaint> complaints = List.of();
    private List<Event> events = events("SagaStarted", "StockReserved", "PaymentCaptured", "OrderConfirmed");
    private String calls = "1 / 0 / 0";
    private Duration took = Duration.ofSeconds(1);
    private Item item = new Item(SKU, 1, 0, false, "");
    private Claim claim = claim("CONFIRMED");

    @Test
    void findsNothingWhereAllIsRight() {
        assertThat(findingsOf(CONFIRMED)).isEmpty();
    }

    @Test
    void findsAnotherEnding() {
        ends("REJECTED", "OUT_OF_STOCK");

        assertThat(findingsOf(CONFIRMED))
                .anySatisfy(finding ->
                        assertThat(finding).contains("REJECTED OUT_OF_STOCK").contains("not CONFIRMED"));
    }

    @Test
    void findsAnOrderThatHasNotEnded() {
        status = "PENDING";
        saga = new Saga(ORDER, "RUNNING", "FORWARD", "pay", "the gateway answered 503");

        assertThat(findingsOf(CONFIRMED))
                .first()
                .asString()
                .contains("PENDING", "not CONFIRMED", "RUNNING FORWARD pay");
    }

    @Test
    void findsASagaThatIsParkedButShouldNotBe() {
        saga = new Saga(ORDER, "STUCK", "BACKWARD", "pay", "");

        assertThat(findingsOf(CONFIRMED))
                .anySatisfy(finding -> assertThat(finding).contains("CONFIRMED STUCK", "saga: STUCK BACKWARD pay"))
                .anySatisfy(finding -> assertThat(finding).startsWith("invariant 5,"));
    }

    @Test
    void findsAnotherReason() {
        asCancelled();
        reason = "DEADLINE_EXCEEDED";

        assertThat(findingsOf(CANCELLED))
                .singleElement()
                .asString()
                .contains("CANCELLED DEADLINE_EXCEEDED", "not CANCELLED CANCELLED_BY");
    }

    @Test
    void findsTooLateAnEnd() {
        took = Duration.ofSeconds(41);

        assertThat(findingsOf(CONFIRMED)).singleElement().asString().contains("took PT41S, not at most PT40S");
    }

    @Test
    void findsAnOrderPaidTwice() {
        ledger = ledger("CAPTURED", "CAPTURED");

        assertThat(findingsOf(CONFIRMED))
                .anySatisfy(finding -> assertThat(finding)
                        .startsWith("invariant 4,")
                        .contains("confirmed at 1000, but 2000 captured in 2"))
                .anySatisfy(finding ->
                        assertThat(finding).startsWith("invariant 7,").contains("captured twice"));
    }

    @Test
    void findsAnOrderPaidTwiceOfWhichOneWasGivenBack() {
        ledger = ledger("CAPTURED", "REFUNDED", "CAPTURED");

        assertThat(findingsOf(CONFIRMED))
                .anySatisfy(finding ->
                        assertThat(finding).startsWith("invariant 4,").contains("but 2000 captured in 2"));
    }

    @Test
    void findsAnotherAmount() {
        ledger = List.of(new Entry(ORDER, "CAPTURED", 999));

        assertThat(findingsOf(CONFIRMED))
                .anySatisfy(finding -> assertThat(finding).contains("the ledger says captured 999, not captured"));
    }

    @Test
    void findsMoneyThatWasNotGivenBack() {
        asCancelled();
        ledger = ledger("CAPTURED");

        assertThat(findingsOf(CANCELLED))
                .anySatisfy(finding -> assertThat(finding).contains("the ledger says captured, not captured, refunded"))
                .anySatisfy(finding ->
                        assertThat(finding).startsWith("invariant 4,").contains("CANCELLED, but 1000 were kept"));
    }

    @Test
    void overlooksRepeatedAnswersInTheLedger() {
        ledger = ledger("CAPTURED", "REPLAYED", "REPLAYED");

        assertThat(findingsOf(CONFIRMED)).isEmpty();
    }

    @Test
    void findsAnAuditThatDoesNotHold() {
        complaints = List.of(new Complaint("nothing-unknown-for-too-long", ORDER, "no client has asked"));

        assertThat(findingsOf(CONFIRMED))
                .singleElement()
                .asString()
                .contains("the ledger says captured, no client has asked");
    }

    @Test
    void findsEventsInAnotherOrder() {
        events = events("SagaStarted", "PaymentCaptured", "StockReserved", "OrderConfirmed");

        assertThat(findingsOf(CONFIRMED)).singleElement().asString().contains("started › captured › reserved");
    }

    @Test
    void findsAGapInTheEvents() {
        events = events.stream()
                .map(event -> new Event(event.id(), event.type(), event.sequence() + event.sequence() / 3))
                .toList();

        assertThat(findingsOf(CONFIRMED)).singleElement().asString().contains("invariant 6,", "[1, 2, 4, 5]");
    }

    @Test
    void findsTwoEndings() {
        events = events("SagaStarted", "StockReserved", "PaymentCaptured", "OrderConfirmed", "OrderConfirmed");

        assertThat(findingsOf(CONFIRMED))
                .anySatisfy(finding ->
                        assertThat(finding).startsWith("invariant 7,").contains("has ended twice"));
    }

    @Test
    void findsAnEndThatIsNotTheLastEvent() {
        events = events("SagaStarted", "OrderConfirmed", "StockReserved", "PaymentCaptured");

        assertThat(findingsOf(CONFIRMED))
                .anySatisfy(finding ->
                        assertThat(finding).startsWith("invariant 6,").contains("CONFIRMED, but published as"));
    }

    @Test
    void findsACallTooMany() {
        calls = "2 / 0 / 0";

        assertThat(findingsOf(CONFIRMED)).singleElement().asString().contains("gateway calls 2 / 0 / 0, not 1 / 0 / 0");
    }

    @Test
    void findsStockThatHasGoneTwice() {
        item = new Item(SKU, 0, 0, false, "");

        assertThat(findingsOf(CONFIRMED))
                .anySatisfy(finding -> assertThat(finding).startsWith("invariant 1,"));
    }

    @Test
    void findsStockThatIsStillReservedAndAClaimThatIsStillHeld() {
        item = new Item(SKU, 1, 1, false, "");
        claim = claim("HELD");

        assertThat(findingsOf(CONFIRMED))
                .contains("claims held: 1, not 0")
                .anySatisfy(finding -> assertThat(finding).contains("held, although its order has ended"));
    }

    @Test
    void findsALockThatIsLeft() {
        item = new Item(SKU, 1, 0, true, "a-saga");

        assertThat(findingsOf(CONFIRMED))
                .anySatisfy(finding -> assertThat(finding).startsWith("invariant 3,"));
    }

    @Test
    void wantsAParkedSagaToKeepWhatItHolds() {
        status = "PENDING";
        saga = new Saga(ORDER, "STUCK", "BACKWARD", "pay", "");
        ledger = ledger("CAPTURED", "REFUND_DECLINED");
        events = events("SagaStarted", "StockReserved", "CompensationStarted", "SagaStuck");
        item = new Item(SKU, 2, 1, true, "a-saga");
        claim = claim("HELD");
        assertThat(findingsOf(STUCK)).isEmpty();

        item = new Item(SKU, 2, 0, false, "");
        claim = claim("RELEASED");
        assertThat(findingsOf(STUCK)).containsExactly("claims held: 0, not 1");
    }

    @Test
    void wantsNothingOfASagaThatWasNeverStarted() {
        Expected foreign = Expected.nothing();
        status = "";
        ledger = ledger();
        events = events();
        calls = "0 / 0 / 0";
        item = new Item(SKU, 2, 0, false, "");
        claim = claim("RELEASED");
        assertThat(findingsOf(foreign)).isEmpty();

        item = new Item(SKU, 2, 1, true, "a-saga");
        claim = claim("HELD");
        assertThat(findingsOf(foreign)).containsExactly("claims held: 1, not 0");
    }

    @Test
    void passesOnWhatTheCaseItselfRemarked() {
        Observation seen = new Observation(system(), orders(), List.of("no dead letter"));

        assertThat(CONFIRMED.findings(seen, LIMITS)).containsExactly("no dead letter");
    }

    @Test
    void permitsCallsWithinTheirLimits() {
        Expected several = CONFIRMED.calls("1–3 / ≥ 2 / 0");
        assertThat(findingsWith(several, "1 / 2 / 0")).isEmpty();
        assertThat(findingsWith(several, "3 / 9 / 0")).isEmpty();
        assertThat(findingsWith(several, "0 / 2 / 0")).hasSize(1);
        assertThat(findingsWith(several, "4 / 2 / 0")).hasSize(1);
        assertThat(findingsWith(several, "1 / 1 / 0")).hasSize(1);
        assertThat(findingsWith(several, "1 / 2 / 1")).hasSize(1);
    }

    private List<String> findingsWith(Expected expected, String counted) {
        calls = counted;
        return findingsOf(expected);
    }

    @Test
    void addsUpTheTimeThatIsPermitted() {
        assertThat(CONFIRMED.bound(LIMITS)).hasSeconds(40);
        assertThat(CONFIRMED.within("deadline + 5 s").bound(LIMITS)).hasSeconds(55);
        assertThat(CONFIRMED.within("deadline + compensation + 5 s").bound(LIMITS))
                .hasSeconds(95);
    }

    private void asCancelled() {
        ends("CANCELLED", "CANCELLED_BY_CUSTOMER");
        ledger = ledger("CAPTURED", "REFUNDED");
        events = events(
                "SagaStarted",
                "StockReserved",
                "CompensationStarted",
                "PaymentRefunded",
                "StockReleased",
                "OrderCancelled");
        calls = "1 / 1 / 1";
        item = new Item(SKU, 2, 0, false, "");
        claim = claim("RELEASED");
    }

    private void ends(String compensated, String why) {
        status = compensated;
        reason = why;
        saga = new Saga(ORDER, "COMPENSATED", "BACKWARD", "", "");
    }

    private List<String> findingsOf(Expected expected) {
        return expected.findings(new Observation(system(), orders(), List.of()), LIMITS);
    }

    private Map<String, Observation.Seen> orders() {
        return Map.of(ORDER, new Observation.Seen(calls, took));
    }

    /** Without an order if it has no status. */
    private Observations system() {
        boolean none = status.isEmpty();
        Order order = new Order(ORDER, status, reason, Map.of(SKU, 1), Shop.PRICE);
        return new Observations(
                new CustomersSeen(
                        List.of(new Stock(SKU, 2, true)),
                        none ? List.of() : List.of(new Accepted(ORDER, ORDER)),
                        List.of(),
                        List.of()),
                new OrdersSeen(
                        none ? Map.of() : Map.of(ORDER, order), none ? Map.of() : Map.of(ORDER, saga), List.of()),
                new InventorySeen(Map.of(SKU, item), List.of(claim), List.of(), List.of(), List.of()),
                new GatewaySeen(ledger, complaints),
                new MessagesSeen(Map.of(ORDER, events), List.of(), Set.of(ORDER), List.of()),
                LocksSeen.NONE,
                TablesSeen.NONE);
    }

    private static List<Entry> ledger(String... types) {
        return Stream.of(types).map(type -> new Entry(ORDER, type, Shop.PRICE)).toList();
    }

    private static List<Event> events(String... types) {
        return IntStream.range(0, types.length)
                .mapToObj(i -> new Event("event-" + i, types[i], i + 1))
                .toList();
    }

    private static Claim claim(String state) {
        return new Claim("claim-1", ORDER, state, false, Map.of(SKU, 1));
    }
}
