package dev.layeredsaga.orchestrator.ordersaga;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.contract.inventory.AdoptClaim;
import dev.layeredsaga.contract.inventory.ClaimConfirmed;
import dev.layeredsaga.contract.inventory.ClaimExtended;
import dev.layeredsaga.contract.inventory.ClaimQueued;
import dev.layeredsaga.contract.inventory.ClaimRefusal;
import dev.layeredsaga.contract.inventory.ClaimRefused;
import dev.layeredsaga.contract.inventory.ClaimReleased;
import dev.layeredsaga.contract.inventory.ClaimStock;
import dev.layeredsaga.contract.inventory.ConfirmClaim;
import dev.layeredsaga.contract.inventory.ReleaseClaim;
import dev.layeredsaga.contract.inventory.StockClaimed;
import dev.layeredsaga.contract.order.HeldClaim;
import dev.layeredsaga.contract.order.OnBusy;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderLine;
import dev.layeredsaga.contract.order.OrderSagaEvent.PaymentCaptured;
import dev.layeredsaga.contract.order.OrderSagaEvent.SagaStarted;
import dev.layeredsaga.contract.order.OrderSagaEvent.StockReleased;
import dev.layeredsaga.contract.order.OrderSagaEvent.StockReserved;
import dev.layeredsaga.contract.order.OrderTiming;
import dev.layeredsaga.contract.order.ReasonCode;
import dev.layeredsaga.contract.payment.ChargeCaptured;
import dev.layeredsaga.contract.payment.ChargeDeclined;
import dev.layeredsaga.contract.payment.ChargeNotMade;
import dev.layeredsaga.contract.payment.ChargePayment;
import dev.layeredsaga.contract.payment.ChargeUnknown;
import dev.layeredsaga.contract.payment.RefundFailed;
import dev.layeredsaga.contract.payment.RefundMade;
import dev.layeredsaga.contract.payment.RefundPayment;
import dev.layeredsaga.contract.saga.EngineEvent.CompensationStarted;
import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.engine.SagaScenario;
import dev.layeredsaga.engine.definition.SagaDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Order sagas on their way, and what participants answer. */
final class Orders {

    static final Money PRICE = new Money(1990, "KRW");
    static final UUID CLAIM = UUID.fromString("00000000-0000-7000-8000-000000000001");
    static final UUID TOKEN = UUID.fromString("00000000-0000-4000-8000-000000000002");
    static final Instant CLAIMED_AT = Instant.parse("2026-01-01T12:00:00Z");
    static final Instant CLAIMED_UNTIL = Instant.parse("2026-01-01T12:05:00Z");
    static final OrderLine LINE = new OrderLine("seat-1", 1, PRICE);
    static final StockLine SEAT = LINE.stock();
    static final HeldClaim HOLD = new HeldClaim(UUID.randomUUID(), UUID.randomUUID());
    static final Duration QUEUE_TIMEOUT = Duration.ofSeconds(90);
    static final Duration DEADLINE = Duration.ofMinutes(2);
    static final Reason CANCELLED = ReasonCode.CANCELLED_BY_CUSTOMER.because("changed my mind");

    private static final OrderSagaSettings SETTINGS = new OrderSagaSettings(
            DEADLINE, Duration.ofMinutes(5), QUEUE_TIMEOUT, Duration.ofSeconds(5), Duration.ofSeconds(30));

    private Orders() {}

    /** Has just begun. */
    static SagaScenario<OrderSagaData> starting(OnBusy onBusy) {
        return starting(onBusy, null);
    }

    private static SagaScenario<OrderSagaData> starting(OnBusy onBusy, @Nullable HeldClaim hold) {
        return starting(order(onBusy, hold));
    }

    private static OrderSagaData order(OnBusy onBusy, @Nullable HeldClaim hold) {
        return new OrderSagaData("c-1", List.of(LINE), PRICE, "pm_ok", onBusy, hold, null, null, null, false, null);
    }

    /** Has just begun, by a version of another release. */
    static SagaScenario<OrderSagaData> startingByVersion(int version) {
        OrderSaga saga = saga();
        return SagaScenario.given(
                saga.beginning(version).then(saga.reserving()).then(saga.paying()), order(OnBusy.REJECT, null));
    }

    /** Waits in line if it has to, and was placed some time before its saga starts. */
    static SagaScenario<OrderSagaData> startingLate(Duration afterPlacement, @Nullable OrderTiming timing) {
        Instant placedAt = SagaScenario.START.minus(afterPlacement);
        return starting(new OrderSagaData(
                "c-1", List.of(LINE), PRICE, "pm_ok", OnBusy.WAIT, null, timing, placedAt, null, false, null));
    }

    /** Costs nothing, and has just begun. */
    static SagaScenario<OrderSagaData> free() {
        return starting(new OrderSagaData(
                "c-1",
                List.of(LINE),
                new Money(0, "KRW"),
                "pm_ok",
                OnBusy.REJECT,
                null,
                null,
                null,
                null,
                false,
                null));
    }

    private static SagaScenario<OrderSagaData> starting(OrderSagaData order) {
        return SagaScenario.given(definition(), order).expectEvent(SagaStarted.class);
    }

    /** Was lost after it may have asked for the money, has begun anew, and has asked the inventory for stock. */
    static SagaScenario<OrderSagaData> reservingAgain() {
        return SagaScenario.givenAgain(definition(), order(OnBusy.REJECT, null), OrderSaga.PAY)
                .expectEvent(SagaStarted.class)
                .expectCommand(ClaimStock.class);
    }

    private static SagaDefinition<OrderSagaData> definition() {
        return saga().definition();
    }

    private static OrderSaga saga() {
        return new OrderSaga(SETTINGS, new PaymentSettings(PaymentSettings.Kind.LOCAL).toParticipant());
    }

    /** Has asked the inventory for stock. */
    static SagaScenario<OrderSagaData> reserving(OnBusy onBusy) {
        return starting(onBusy).expectCommand(ClaimStock.class);
    }

    /** Wants what the customer holds. */
    static SagaScenario<OrderSagaData> reservingHeld(HeldClaim hold) {
        return starting(OnBusy.REJECT, hold);
    }

    static SagaScenario<OrderSagaData> reserving() {
        return reserving(OnBusy.REJECT);
    }

    /** Has its stock and has asked for the money. */
    static SagaScenario<OrderSagaData> paying() {
        return reserving()
                .whenReply(stockClaimed())
                .expectEvent(StockReserved.class)
                .expectCommand(ChargePayment.class);
    }

    /** Has its stock and the money. */
    static SagaScenario<OrderSagaData> confirming() {
        return paying().whenReply(captured()).expectEvent(PaymentCaptured.class).expectCommand(ConfirmClaim.class);
    }

    /** Has what the customer had held, and the money. */
    static SagaScenario<OrderSagaData> confirmingHeld() {
        return reservingHeld(HOLD)
                .expectCommand(AdoptClaim.class)
                .whenReply(stockClaimed())
                .expectEvent(StockReserved.class)
                .expectCommand(ChargePayment.class)
                .whenReply(captured())
                .expectEvent(PaymentCaptured.class)
                .expectCommand(ConfirmClaim.class);
    }

    /** Was cancelled after the money was taken, and has asked for it to be given back. */
    static SagaScenario<OrderSagaData> refunding() {
        return confirming()
                .whenCancelled(CANCELLED)
                .expectEvent(CompensationStarted.class)
                .expectCommand(RefundPayment.class);
    }

    /** Was cancelled before the money was taken, and has asked for its stock to be released. */
    static SagaScenario<OrderSagaData> releasing() {
        return paying().whenReply(declined("insufficient_funds"))
                .expectEvent(CompensationStarted.class)
                .expectCommand(ReleaseClaim.class);
    }

    /** The last step of every compensation. */
    static SagaScenario<OrderSagaData> releaseSucceeds(SagaScenario<OrderSagaData> saga) {
        return saga.expectCommand(ReleaseClaim.class).whenReply(released()).expectEvent(StockReleased.class);
    }

    static Function<StepAttempt, SagaReply> stockClaimed() {
        return attempt -> new StockClaimed(attempt, CLAIM, TOKEN, CLAIMED_UNTIL);
    }

    static Function<StepAttempt, SagaReply> queued() {
        return attempt -> new ClaimQueued(attempt, "seat-1", 2, CLAIMED_UNTIL, CLAIMED_UNTIL);
    }

    static Function<StepAttempt, SagaReply> claimRefused(ClaimRefusal why) {
        return attempt -> new ClaimRefused(attempt, why, "refused", "seat-1", CLAIMED_AT, CLAIMED_UNTIL, 7);
    }

    static Function<StepAttempt, SagaReply> captured() {
        return attempt -> new ChargeCaptured(attempt, "p-1", PRICE);
    }

    static Function<StepAttempt, SagaReply> declined(String code) {
        return attempt -> new ChargeDeclined(attempt, code);
    }

    static Function<StepAttempt, SagaReply> unknown() {
        return attempt -> new ChargeUnknown(attempt, "no usable answer");
    }

    static Function<StepAttempt, SagaReply> notMade(Duration retryAfter) {
        return attempt -> new ChargeNotMade(attempt, "turned away", retryAfter);
    }

    static Function<StepAttempt, SagaReply> extended() {
        return attempt -> new ClaimExtended(attempt, CLAIMED_UNTIL.plusSeconds(60));
    }

    static Function<StepAttempt, SagaReply> confirmed() {
        return ClaimConfirmed::new;
    }

    static Function<StepAttempt, SagaReply> refunded() {
        return attempt -> new RefundMade(attempt, PRICE);
    }

    static Function<StepAttempt, SagaReply> nothingToRefund() {
        return attempt -> new RefundMade(attempt, null);
    }

    static Function<StepAttempt, SagaReply> refundFailed(boolean retryable) {
        return attempt -> new RefundFailed(attempt, "refund not made", retryable);
    }

    static Function<StepAttempt, SagaReply> released() {
        return ClaimReleased::new;
    }
}
