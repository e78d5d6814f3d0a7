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

/** Every check, with an outcome that is right and with one that is wrong in one respect. */
class ChecksTest {

    private static final Duration BOUND = Duration.ofSeconds(30);
    private static final String ORDER = "order-1";
    private static final String SKU = "made-up-1";
    private static final Case CONFIRMED = Case.of("made-up", "nothing", Expected.confirmed());
    private static final Case CANCELLED = Case.of("made-up", "cancelled", Expected.cancelled());
    private static final Case STUCK = Case.of(
            "made-up",
            "stuck",
            Expected.stuck("captured, refund declined", CallLimits.ONE_PAYMENT, Bound.within(BOUND)));

    private String status = "CONFIRMED";
    private String reason = "";
    private Saga saga = new Saga(ORDER, "COMPLETED", "FORWARD", "", "");
    private List<Entry> ledger = ledger("CAPTURED");
    private List<Complaint> complaints = List.of();
    private List<Event> events = events("SagaStarted", "StockReserved", "PaymentCaptured", "OrderConfirmed");
    private CallCounts calls = new CallCounts(1, 0, 0);
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
                .anySatisfy(finding -> assertThat(finding).contains("REJECTED, not CONFIRMED"))
                .anySatisfy(finding -> assertThat(finding).contains("reason OUT_OF_STOCK, not none"));
    }

    @Test
    void findsAnOrderThatHasNotEnded() {
        status = "PENDING";
        saga = new Saga(ORDER, "RUNNING", "FORWARD", "pay", "the gateway answered 503");

        assertThat(findingsOf(CONFIRMED)).first().asString().contains("PENDING, not CONFIRMED", "RUNNING FORWARD pay");
    }

    @Test
    void findsASagaThatIsParkedButShouldNotBe() {
        saga = new Saga(ORDER, "STUCK", "BACKWARD", "pay", "");

        assertThat(findingsOf(CONFIRMED))
                .anySatisfy(finding -> assertThat(finding).contains("its saga: STUCK BACKWARD pay"))
                .anySatisfy(finding -> assertThat(finding).startsWith("invariant 5,"));
    }

    @Test
    void findsAnotherReason() {
        asCancelled();
        reason = "DEADLINE_EXCEEDED";

        assertThat(findingsOf(CANCELLED))
                .singleElement()
                .asString()
                .contains("reason DEADLINE_EXCEEDED, not CANCELLED_BY");
    }

    @Test
    void findsTooLateAnEnd() {
        took = BOUND.plusSeconds(1);

        assertThat(findingsOf(CONFIRMED)).singleElement().asString().contains("took 31 s, more than 30 s");
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
                .anySatisfy(finding -> assertThat(finding).contains("amounts [999]"));
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
        complaints = List.of(new Complaint("nothing-unknown-for-too-long", ORDER, "nobody has asked"));

        assertThat(findingsOf(CONFIRMED)).singleElement().asString().contains("the gateway's audit: nobody has asked");
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
                        assertThat(finding).startsWith("invariant 6,").contains("CONFIRMED, but told as"));
    }

    @Test
    void findsACallTooMany() {
        calls = new CallCounts(2, 0, 0);

        assertThat(findingsOf(CONFIRMED)).singleElement().asString().contains("calls 2 / 0 / 0, not 1 / 0 / 0");
    }

    @Test
    void findsStockThatHasGoneTwice() {
        item = new Item(SKU, 0, 0, false, "");

        assertThat(findingsOf(CONFIRMED))
                .contains("on hand 0 of 2 after 1 sold")
                .anySatisfy(finding -> assertThat(finding).startsWith("invariant 1,"));
    }

    @Test
    void findsStockThatIsStillReservedAndAClaimThatIsStillHeld() {
        item = new Item(SKU, 1, 1, false, "");
        claim = claim("HELD");

        assertThat(findingsOf(CONFIRMED))
                .contains("reserved 1, not 0", "1 claims held, not 0")
                .anySatisfy(finding -> assertThat(finding).contains("held, although its order has ended"));
    }

    @Test
    void findsALockThatIsLeft() {
        item = new Item(SKU, 1, 0, true, "a-saga");

        assertThat(findingsOf(CONFIRMED))
                .contains("still locked by a-saga")
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
        assertThat(findingsOf(STUCK)).containsExactly("0 claims held, not 1", "reserved 0, not 1");
    }

    @Test
    void wantsNothingOfASagaThatNobodyStarted() {
        Case foreign = Case.of("made-up", "foreign", Expected.nothing());
        status = "";
        ledger = ledger();
        events = events();
        calls = new CallCounts(0, 0, 0);
        item = new Item(SKU, 2, 0, false, "");
        claim = claim("RELEASED");
        assertThat(findingsOf(foreign)).isEmpty();

        item = new Item(SKU, 2, 1, true, "a-saga");
        claim = claim("HELD");
        assertThat(findingsOf(foreign)).hasSize(3);
    }

    @Test
    void passesOnWhatTheCaseItselfRemarked() {
        Observation seen = new Observation(system(), orders(), List.of("no dead letter"));

        assertThat(new Checks(CONFIRMED, BOUND).findings(seen)).containsExactly("no dead letter");
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
        calls = new CallCounts(1, 1, 1);
        item = new Item(SKU, 2, 0, false, "");
        claim = claim("RELEASED");
    }

    private void ends(String undone, String why) {
        status = undone;
        reason = why;
        saga = new Saga(ORDER, "COMPENSATED", "BACKWARD", "", "");
    }

    private List<String> findingsOf(Case played) {
        return new Checks(played, BOUND).findings(new Observation(system(), orders(), List.of()));
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
