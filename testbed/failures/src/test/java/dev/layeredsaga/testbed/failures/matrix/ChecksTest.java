package dev.layeredsaga.testbed.failures.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.client.GatewayAccount;
import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.failures.matrix.OrderSeen.Standing;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/** Every check, with an outcome that is right and with one that is wrong in one respect. */
class ChecksTest {

    private static final Duration BOUND = Duration.ofSeconds(30);
    private static final Case CONFIRMED = Case.of("made-up", "nothing", Expected.confirmed());
    private static final Case CANCELLED = Case.of("made-up", "cancelled", Expected.cancelled());
    private static final Case STUCK = Case.of(
            "made-up",
            "stuck",
            Expected.stuck("captured, refund declined", CallLimits.ONE_PAYMENT, Bound.within(BOUND)));

    private Standing standing = new Standing("CONFIRMED", "", "COMPLETED FORWARD");
    private Money money = ledger("CAPTURED");
    private EventTrace trace = trace("SagaStarted", "StockReserved", "PaymentCaptured", "OrderConfirmed");
    private CallCounts calls = new CallCounts(1, 0, 0);
    private Duration took = Duration.ofSeconds(1);
    private ItemSeen item = new ItemSeen(2, 1, 0, "", 0);

    @Test
    void findsNothingWhereAllIsRight() {
        assertThat(findingsOf(CONFIRMED)).isEmpty();
    }

    @Test
    void findsAnotherEnding() {
        standing = new Standing("REJECTED", "OUT_OF_STOCK", "COMPENSATED BACKWARD");

        assertThat(findingsOf(CONFIRMED))
                .anySatisfy(finding -> assertThat(finding).contains("REJECTED, not CONFIRMED"))
                .anySatisfy(finding -> assertThat(finding).contains("reason OUT_OF_STOCK, not none"));
    }

    @Test
    void findsAnOrderThatHasNotEnded() {
        standing = new Standing("PENDING", "", "RUNNING FORWARD pay the gateway answered 503");

        assertThat(findingsOf(CONFIRMED)).first().asString().contains("PENDING, not CONFIRMED", "RUNNING FORWARD pay");
    }

    @Test
    void findsASagaThatIsParkedButShouldNotBe() {
        standing = new Standing("CONFIRMED", "", "STUCK BACKWARD pay");

        assertThat(findingsOf(CONFIRMED)).singleElement().asString().contains("STUCK BACKWARD pay");
    }

    @Test
    void findsAnotherReason() {
        asCancelled();
        standing = new Standing("CANCELLED", "DEADLINE_EXCEEDED", "COMPENSATED BACKWARD");

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
        money = ledger("CAPTURED", "CAPTURED");

        assertThat(findingsOf(CONFIRMED))
                .anySatisfy(finding -> assertThat(finding).contains("captured 2 times"))
                .anySatisfy(finding -> assertThat(finding).contains("net at the gateway 2000, not 1000"));
    }

    @Test
    void findsAnOrderPaidTwiceOfWhichOneWasGivenBack() {
        money = ledger("CAPTURED", "REFUNDED", "CAPTURED");

        assertThat(findingsOf(CONFIRMED))
                .anySatisfy(finding -> assertThat(finding).contains("captured 2 times"));
    }

    @Test
    void findsAnotherAmount() {
        money = new Money(List.of("captured"), 1, 999, Set.of(999L), true);

        assertThat(findingsOf(CONFIRMED))
                .anySatisfy(finding -> assertThat(finding).contains("amounts [999]"));
    }

    @Test
    void findsMoneyThatWasNotGivenBack() {
        asCancelled();
        money = ledger("CAPTURED");

        assertThat(findingsOf(CANCELLED))
                .anySatisfy(finding -> assertThat(finding).contains("the ledger says captured, not captured, refunded"))
                .anySatisfy(finding -> assertThat(finding).contains("net at the gateway 1000, not 0"));
    }

    @Test
    void overlooksRepeatedAnswersInTheLedger() {
        money = ledger("CAPTURED", "REPLAYED", "REPLAYED");

        assertThat(findingsOf(CONFIRMED)).isEmpty();
    }

    @Test
    void findsAnAuditThatDoesNotHold() {
        money = new Money(List.of("captured"), 1, Shop.PRICE, Set.of(Shop.PRICE), false);

        assertThat(findingsOf(CONFIRMED)).singleElement().asString().contains("audit");
    }

    @Test
    void findsEventsInAnotherOrder() {
        trace = trace("SagaStarted", "PaymentCaptured", "StockReserved", "OrderConfirmed");

        assertThat(findingsOf(CONFIRMED)).singleElement().asString().contains("started › captured › reserved");
    }

    @Test
    void findsAGapInTheEvents() {
        trace = new EventTrace(trace.words(), List.of(1L, 2L, 4L, 5L));

        assertThat(findingsOf(CONFIRMED)).singleElement().asString().contains("[1, 2, 4, 5]");
    }

    @Test
    void findsTwoEndings() {
        trace = trace("SagaStarted", "StockReserved", "PaymentCaptured", "OrderConfirmed", "OrderConfirmed");

        assertThat(findingsOf(CONFIRMED))
                .anySatisfy(finding -> assertThat(finding).contains("2 events tell its end"));
    }

    @Test
    void findsAnEndThatIsNotTheLastEvent() {
        trace = trace("SagaStarted", "OrderConfirmed", "StockReserved", "PaymentCaptured");

        assertThat(findingsOf(CONFIRMED))
                .anySatisfy(finding -> assertThat(finding).contains("not its end"));
    }

    @Test
    void findsACallTooMany() {
        calls = new CallCounts(2, 0, 0);

        assertThat(findingsOf(CONFIRMED)).singleElement().asString().contains("calls 2 / 0 / 0, not 1 / 0 / 0");
    }

    @Test
    void findsStockThatHasGoneTwice() {
        item = new ItemSeen(2, 0, 0, "", 0);

        assertThat(findingsOf(CONFIRMED)).containsExactly("on hand 0 of 2 after 1 sold");
    }

    @Test
    void findsStockThatIsStillReservedAndAClaimThatIsStillHeld() {
        item = new ItemSeen(2, 1, 1, "", 1);

        assertThat(findingsOf(CONFIRMED)).containsExactly("reserved 1, not 0", "1 claims held, not 0");
    }

    @Test
    void findsALockThatIsLeft() {
        item = new ItemSeen(2, 1, 0, "a-saga", 0);

        assertThat(findingsOf(CONFIRMED)).containsExactly("still locked by a-saga");
    }

    @Test
    void wantsAParkedSagaToKeepWhatItHolds() {
        standing = new Standing("PENDING", "", "STUCK BACKWARD pay");
        money = ledger("CAPTURED", "REFUND_DECLINED");
        trace = trace("SagaStarted", "StockReserved", "CompensationStarted", "SagaStuck");
        item = new ItemSeen(2, 2, 1, "a-saga", 1);
        assertThat(findingsOf(STUCK)).isEmpty();

        item = new ItemSeen(2, 2, 0, "", 0);
        assertThat(findingsOf(STUCK)).containsExactly("reserved 0, not 1", "0 claims held, not 1");
    }

    @Test
    void wantsNothingOfASagaThatNobodyStarted() {
        Case foreign = Case.of("made-up", "foreign", Expected.nothing());
        standing = new Standing("", "", "none");
        money = ledger();
        trace = trace();
        calls = new CallCounts(0, 0, 0);
        item = new ItemSeen(2, 2, 0, "", 0);
        assertThat(findingsOf(foreign)).isEmpty();

        item = new ItemSeen(2, 2, 1, "a-saga", 1);
        assertThat(findingsOf(foreign)).hasSize(3);
    }

    @Test
    void passesOnWhatTheCaseItselfRemarked() {
        Observation seen = new Observation(List.of(order()), item, List.of("no dead letter"));

        assertThat(new Checks(CONFIRMED, BOUND).findings(seen)).containsExactly("no dead letter");
    }

    private void asCancelled() {
        standing = new Standing("CANCELLED", "CANCELLED_BY_CUSTOMER", "COMPENSATED BACKWARD");
        money = ledger("CAPTURED", "REFUNDED");
        trace = trace(
                "SagaStarted",
                "StockReserved",
                "CompensationStarted",
                "PaymentRefunded",
                "StockReleased",
                "OrderCancelled");
        calls = new CallCounts(1, 1, 1);
        item = new ItemSeen(2, 2, 0, "", 0);
    }

    private List<String> findingsOf(Case played) {
        return new Checks(played, BOUND).findings(new Observation(List.of(order()), item, List.of()));
    }

    private OrderSeen order() {
        return new OrderSeen("order-1", standing, money, trace, calls, took);
    }

    private static Money ledger(String... types) {
        ArrayNode entries = JsonMapper.shared().createArrayNode();
        for (String type : types) {
            entries.addObject().put("type", type).put("amount", Shop.PRICE);
        }
        return Money.of(new GatewayAccount(entries), true);
    }

    private static EventTrace trace(String... types) {
        return EventTrace.of(
                List.of(types), LongStream.rangeClosed(1, types.length).boxed().toList());
    }
}
