package dev.layeredsaga.orchestrator.payment;

import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.PRICE;
import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.charge;
import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.part;
import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.refund;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.payment.RefundFailed;
import dev.layeredsaga.contract.payment.RefundMade;
import dev.layeredsaga.contract.payment.RefundPart;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.messaging.trace.Tracing;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer.PartAnswer;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Captured;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Inquiry;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.NotFound;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.RefundResult;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Refunded;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Unknown;
import dev.layeredsaga.orchestrator.payment.PaymentQueries.PartDetails;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parts of a captured payment that other sagas give back. */
class PartRefundsTest {

    private static final RefundResult ACCEPTED = new RefundResult.Accepted();
    private static final RefundResult DECLINED = new RefundResult.Declined("too_old");
    private static final RefundResult EXCEEDS = new RefundResult.Declined("REFUND_EXCEEDS_CAPTURE");
    private static final RefundResult SILENCE = new RefundResult.Unknown("silence");

    private final PaymentsOnDatabase payments = new PaymentsOnDatabase();
    private final UUID order = UUID.randomUUID();
    private final UUID saga = UUID.randomUUID();
    private final UUID other = UUID.randomUUID();

    @BeforeEach
    void capture() {
        payments.captured(order);
    }

    @Test
    void areAskedForUnderTheKeyOfTheSagaThatAsks() {
        assertThat(payments.handle(part(saga, 1, order, 990)))
                .singleElement()
                .isEqualTo(new GatewayCall.Part(attempt(1), order, "p-1", money(990), 0, null))
                .satisfies(call -> {
                    assertThat(call.refundKey()).isEqualTo(saga + ":refund");
                    assertThat(call.chargeKey()).isEqualTo(order + ":charge");
                });
        assertThat(payments.replies(saga)).isEmpty();
    }

    @Test
    void areAskedForOnceAndVerified() {
        ScriptedGateway gateway = new ScriptedGateway();
        gateway.inquiry = new Captured("p-1", PRICE, 990);
        GatewayCall call = asked(saga, 1, 990);

        payments.take(new GatewayCaller(gateway, Tracing.off()).ask(call));

        assertThat(gateway.asked).containsExactly("refund 990 of p-1 " + saga + ":refund", "find " + order + ":charge");
        assertThat(payments.replies(saga)).containsExactly(new RefundMade(attempt(1), money(990)));
    }

    @Test
    void leaveTheMatterOpenWhenTheClientItselfFails() {
        ScriptedGateway gateway = new ScriptedGateway();
        gateway.broken = true;

        payments.take(new GatewayCaller(gateway, Tracing.off()).ask(asked(saga, 1, 990)));

        assertThat(payments.replies(saga))
                .containsExactly(new RefundFailed(attempt(1), "the call failed: IllegalArgumentException", true));
    }

    @Test
    void areRepeatedWithTheSameKeyUntilTheyAreCertain() {
        GatewayCall first = asked(saga, 1, 990);
        payments.take(answer(first, SILENCE, new Unknown("silence")));
        assertThat(payments.lastReply(saga)).isEqualTo(new RefundFailed(attempt(1), "silence", true));

        GatewayCall second = asked(saga, 2, 990);

        assertThat(second.refundKey()).isEqualTo(first.refundKey());
        payments.take(answer(second, ACCEPTED, new Captured("p-1", PRICE, 990)));
        assertThat(payments.lastReply(saga)).isEqualTo(new RefundMade(attempt(2), money(990)));
    }

    /** The first command decides: a repetition of another amount gets what that came to. */
    @Test
    void areMadeOnceHoweverOftenTheyAreAskedFor() {
        GatewayCall first = asked(saga, 1, 990);
        GatewayCall second = asked(saga, 2, 500);
        payments.take(answer(second, ACCEPTED, new Captured("p-1", PRICE, 990)));
        payments.take(answer(first, ACCEPTED, new Captured("p-1", PRICE, 990)));

        assertThat(payments.handle(part(saga, 3, order, 990))).isEmpty();
        assertThat(payments.replies(saga))
                .containsExactly(
                        new RefundMade(attempt(2), money(990)),
                        new RefundMade(attempt(2), money(990)),
                        new RefundMade(attempt(3), money(990)));
        assertThat(parts()).isEqualTo("990 990");
    }

    @Test
    void areNeverMoreThanWasCaptured() {
        asked(saga, 1, 990);

        assertThat(payments.handle(part(other, 1, order, 1001))).isEmpty();
        assertThat(payments.lastReply(other)).isEqualTo(refused(other, 1, RefundFailed.EXCEEDS_CAPTURED));
        assertThat(payments.handle(part(UUID.randomUUID(), 1, order, 1000))).hasSize(1);
    }

    @Test
    void areNeverMoreThanWasCapturedWithinOneTransaction() {
        assertThat(payments.handle(part(saga, 1, order, 1000), part(other, 1, order, 1000)))
                .hasSize(1);
        assertThat(payments.replies(other)).containsExactly(refused(other, 1, RefundFailed.EXCEEDS_CAPTURED));
    }

    /** The saga may have ended by then. */
    @Test
    void stayRefusedWhenThereIsRoomLater() {
        GatewayCall call = asked(other, 1, 1990);
        payments.handle(part(saga, 1, order, 990));
        payments.take(answer(call, DECLINED, new Captured("p-1", PRICE)));

        assertThat(payments.handle(part(saga, 2, order, 990))).isEmpty();
        assertThat(payments.lastReply(saga)).isEqualTo(refused(saga, 2, RefundFailed.EXCEEDS_CAPTURED));
    }

    @Test
    void areRefusedInAnotherCurrency() {
        RefundPart euros = new RefundPart(attempt(1), order, new Money(1, "EUR"));

        assertThat(payments.handle(euros)).isEmpty();
        assertThat(payments.lastReply(saga)).isEqualTo(refused(saga, 1, RefundFailed.EXCEEDS_CAPTURED));
    }

    @Test
    void areRefusedForAPaymentThatIsNotHere() {
        assertThat(payments.handle(part(saga, 1, UUID.randomUUID(), 990))).isEmpty();
        assertThat(payments.lastReply(saga)).isEqualTo(refused(saga, 1, RefundFailed.UNKNOWN_PAYMENT));
    }

    @Test
    void areRefusedForAPaymentThatIsNotCaptured() {
        payments.handle(charge(other, 1));

        assertThat(payments.handle(part(saga, 1, other, 990))).isEmpty();
        assertThat(((RefundFailed) payments.lastReply(saga)).code()).isEqualTo(RefundFailed.NOT_CAPTURED);
    }

    @Test
    void areRefusedForAPaymentThatGoesBackAsAWhole() {
        assertThat(payments.handle(refund(order, 2))).hasSize(1);

        assertThat(payments.handle(part(saga, 1, order, 990))).isEmpty();
        assertThat(payments.lastReply(saga)).isEqualTo(refused(saga, 1, RefundFailed.NOT_CAPTURED));
    }

    @Test
    void keepThePaymentFromGoingBackAsAWhole() {
        asked(saga, 1, 990);

        assertThat(payments.handle(refund(order, 2))).isEmpty();
        assertThat(payments.lastReply(order))
                .isEqualTo(new RefundFailed(
                        refund(order, 2).attempt(), "parts of it go back, or have gone, by returns", false));
        assertThat(payments.handle(part(other, 1, order, 990))).hasSize(1);
    }

    @Test
    void areRefusedForGoodOnceTheGatewayDeclinesThem() {
        payments.take(answer(asked(saga, 1, 990), DECLINED, new Captured("p-1", PRICE)));

        assertThat(payments.handle(part(saga, 2, order, 990))).isEmpty();
        assertThat(payments.replies(saga)).containsExactly(declined(1), declined(2));
        assertThat(payments.handle(part(other, 1, order, 1990))).hasSize(1);
    }

    /** As of a gateway that declines the repetition of what it has made. */
    @Test
    void areForOperatorsAfterADeclineBesideMoneyThatMayBeTheirs() {
        payments.take(answer(asked(saga, 1, 990), SILENCE, new Unknown("silence")));
        payments.take(answer(asked(saga, 2, 990), DECLINED, new Captured("p-1", PRICE, 990)));

        assertThat(payments.lastReply(saga)).isEqualTo(forOperators(2, "too_old"));
        assertThat(parts()).isEqualTo("990 0");
    }

    @Test
    void areForOperatorsIfTheGatewayHasLessLeftThanThePartsAccountFor() {
        payments.take(answer(asked(other, 1, 500), ACCEPTED, new Captured("p-1", PRICE, 500)));

        payments.take(answer(asked(saga, 1, 990), EXCEEDS, new Captured("p-1", PRICE, 1100)));

        assertThat(payments.lastReply(saga)).isEqualTo(forOperators(1, "REFUND_EXCEEDS_CAPTURE"));
        assertThat(parts()).isEqualTo("1490 500");
    }

    @Test
    void areAskedForAgainWhenAnOperatorHasThemRetried() {
        payments.take(answer(asked(saga, 1, 990), EXCEEDS, new Captured("p-1", PRICE, 1100)));

        GatewayCall retried = asked(saga, 2, 990);

        assertThat(retried.refundKey()).isEqualTo(saga + ":refund");
        payments.take(answer(retried, ACCEPTED, new Captured("p-1", PRICE, 990)));
        assertThat(payments.lastReply(saga)).isEqualTo(new RefundMade(attempt(2), money(990)));
    }

    /** The other part may be what the record shows: the next answer says so. */
    @Test
    void areAskedForAgainAfterADeclineBesideMoneyThatMayBeAnothers() {
        asked(other, 1, 1000);
        payments.take(answer(asked(saga, 1, 990), DECLINED, new Captured("p-1", PRICE, 1000)));

        assertThat(payments.lastReply(saga))
                .isEqualTo(new RefundFailed(attempt(1), "the gateway declines the refund: too_old", true));
    }

    @Test
    void areAskedForAgainAfterADeclineWithoutARecord() {
        payments.take(answer(asked(saga, 1, 990), DECLINED, new Unknown("down")));

        assertThat(payments.lastReply(saga))
                .isEqualTo(new RefundFailed(attempt(1), "the gateway declines the refund: too_old", true));
    }

    /** The record is older than the part that another instance has taken in meanwhile. */
    @Test
    void areNotRefusedByARecordFromBeforeOthersWereMade() {
        GatewayCall call = asked(saga, 1, 990);
        payments.take(answer(asked(other, 1, 500), ACCEPTED, new Captured("p-1", PRICE, 1490)));

        payments.take(answer(call, DECLINED, new Captured("p-1", PRICE, 990)));

        RefundFailed failed = forOperators(1, "too_old");
        assertThat(payments.lastReply(saga)).isEqualTo(failed);
        assertThat(new PaymentQueries(payments.sql()).part(saga))
                .contains(new PartDetails(order, "FOR_OPERATORS", money(990), failed.reason()));
    }

    @ParameterizedTest
    @CsvSource({"0, false", "989, false", "990, true", "1000, true"})
    void areMadeOnceTheRecordShowsThem(long shown, boolean made) {
        payments.take(answer(asked(saga, 1, 990), ACCEPTED, new Captured("p-1", PRICE, shown)));

        assertThat(payments.lastReply(saga) instanceof RefundMade).isEqualTo(made);
    }

    @Test
    void areNotMadeByTheMoneyOfOthers() {
        payments.take(answer(asked(other, 1, 990), ACCEPTED, new Captured("p-1", PRICE, 990)));

        payments.take(answer(asked(saga, 1, 990), ACCEPTED, new Captured("p-1", PRICE, 990)));

        assertThat(payments.lastReply(saga))
                .isEqualTo(new RefundFailed(
                        attempt(1), "the gateway has accepted the refund, and its record does not show it", true));
    }

    @Test
    void areMadeInWhateverOrderTheirAnswersCome() {
        GatewayCall first = asked(saga, 1, 990);
        GatewayCall second = asked(other, 1, 1000);

        payments.take(answer(second, ACCEPTED, new Refunded("p-1", PRICE)));
        payments.take(answer(first, ACCEPTED, new Captured("p-1", PRICE, 990)));

        assertThat(payments.lastReply(saga)).isInstanceOf(RefundMade.class);
        assertThat(payments.lastReply(other)).isInstanceOf(RefundMade.class);
    }

    static List<Inquiry> recordsOfNothing() {
        return List.of(
                new NotFound(), new Captured("p-2", PRICE, 990), new Captured("p-1", money(99), 99), new Unknown("x"));
    }

    @Test
    void areNotMadeByARecordOfSomethingElse() {
        for (Inquiry record : recordsOfNothing()) {
            payments.take(answer(asked(saga, 1, 990), ACCEPTED, record));

            assertThat(payments.lastReply(saga)).as(record.toString()).isInstanceOf(RefundFailed.class);
        }
        assertThat(payments.state(order)).isEqualTo("CAPTURED");
        assertThat(parts()).isEqualTo("990 0");
    }

    @Test
    void leaveThePaymentOfACompletedOrderInPeaceWhenTheyAreTheWhole() {
        payments.take(answer(asked(saga, 1, 990), ACCEPTED, new Captured("p-1", PRICE, 990)));
        payments.take(answer(asked(other, 1, 1000), ACCEPTED, new Refunded("p-1", PRICE)));

        payments.transaction().executeWithoutResult(status -> {
            PaymentEffects effects = new PaymentEffects();
            payments.answers().take(new GatewayNotice(order, new Refunded("p-1", PRICE)), effects);
            assertThat(effects.calls()).isEmpty();
            assertThat(effects.replies()).isEmpty();
        });

        assertThat(payments.state(order)).isEqualTo("CAPTURED");
        payments.transaction()
                .executeWithoutResult(status -> assertThat(
                                payments.payments().bySaga(List.of(order)).values())
                        .singleElement()
                        .satisfies(payment -> assertThat(payment.agreesWith(SagaStanding.COMPLETED, Instant.EPOCH))
                                .isTrue()));
        assertThat(new PaymentQueries(payments.sql()).find(order).orElseThrow().returned())
                .isEqualTo(PRICE);
        assertThat(payments.unfinished(order, saga, other)).isEmpty();
    }

    @Test
    void areKeptWithTheirPaymentUntilTheyAreCertain() {
        GatewayCall call = asked(saga, 1, 990);
        assertThat(payments.unfinished(order, saga, other)).containsExactlyInAnyOrder(order, saga);

        payments.take(answer(call, ACCEPTED, new Captured("p-1", PRICE, 990)));

        assertThat(payments.unfinished(order, saga)).isEmpty();
    }

    @Test
    void areRemovedWithTheSagaThatAsked() {
        asked(saga, 1, 990);

        payments.transaction().executeWithoutResult(status -> {
            payments.payments().remove(List.of(saga));

            assertThat(payments.payments().parts(List.of(saga))).isEmpty();
            assertThat(payments.payments().bySaga(List.of(order))).isNotEmpty();
        });
    }

    private GatewayCall asked(UUID returning, int number, long amount) {
        return payments.handle(part(returning, number, order, amount)).getFirst();
    }

    private static PartAnswer answer(GatewayCall call, RefundResult result, Inquiry record) {
        return new PartAnswer((GatewayCall.Part) call, result, record);
    }

    private RefundFailed refused(UUID returning, int number, String code) {
        return new RefundFailed(
                new StepAttempt(returning, "refund", number), "the gateway has not been asked: " + code, false, code);
    }

    private RefundFailed declined(int number) {
        return new RefundFailed(
                attempt(number), "the gateway declines the refund: too_old", false, RefundFailed.DECLINED);
    }

    private RefundFailed forOperators(int number, String code) {
        return new RefundFailed(
                attempt(number),
                "the gateway declines the refund: " + code
                        + ", and its record shows more given back than the other parts account for",
                false);
    }

    /** The parts that are promised and those that are made, in minor units. */
    private String parts() {
        return payments.sql()
                .sql("SELECT parts_promised || ' ' || parts_made FROM payment WHERE saga_id = ?")
                .param(order)
                .query(String.class)
                .single();
    }

    private StepAttempt attempt(int number) {
        return new StepAttempt(saga, "refund", number);
    }

    private static Money money(long amount) {
        return new Money(amount, PRICE.currency());
    }
}
