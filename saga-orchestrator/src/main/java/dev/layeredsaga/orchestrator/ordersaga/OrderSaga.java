package dev.layeredsaga.orchestrator.ordersaga;

import static dev.layeredsaga.engine.definition.Exchange.send;
import static dev.layeredsaga.engine.definition.FailurePolicy.retry;
import static dev.layeredsaga.engine.definition.SagaDefinition.saga;
import static dev.layeredsaga.engine.definition.Step.step;
import static dev.layeredsaga.engine.definition.StepOutcome.done;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.inventory.AdoptClaim;
import dev.layeredsaga.contract.inventory.ClaimConfirmed;
import dev.layeredsaga.contract.inventory.ClaimExtended;
import dev.layeredsaga.contract.inventory.ClaimQueued;
import dev.layeredsaga.contract.inventory.ClaimRefused;
import dev.layeredsaga.contract.inventory.ClaimReleased;
import dev.layeredsaga.contract.inventory.ClaimStock;
import dev.layeredsaga.contract.inventory.ConfirmClaim;
import dev.layeredsaga.contract.inventory.ExtendClaim;
import dev.layeredsaga.contract.inventory.InventoryCommand;
import dev.layeredsaga.contract.inventory.ReleaseClaim;
import dev.layeredsaga.contract.inventory.StockClaimed;
import dev.layeredsaga.contract.order.HeldClaim;
import dev.layeredsaga.contract.order.OnBusy;
import dev.layeredsaga.contract.payment.ChargeCaptured;
import dev.layeredsaga.contract.payment.ChargeDeclined;
import dev.layeredsaga.contract.payment.ChargeNotMade;
import dev.layeredsaga.contract.payment.ChargePayment;
import dev.layeredsaga.contract.payment.ChargeUnknown;
import dev.layeredsaga.contract.payment.RefundFailed;
import dev.layeredsaga.contract.payment.RefundMade;
import dev.layeredsaga.contract.payment.RefundPayment;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.engine.definition.Exchange;
import dev.layeredsaga.engine.definition.Participant;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.engine.definition.Step;
import dev.layeredsaga.engine.definition.StepOutcome;
import dev.layeredsaga.orchestrator.ordersaga.OrderSagaData.Claim;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The order saga: reserve → pay → confirm. Compensated in reverse: refund, release. */
final class OrderSaga {

    static final String RESERVE = OrderSagaReplies.RESERVE;
    static final String NAME = "order";
    static final String PAY = "pay";
    static final String CONFIRM = "confirm";

    static final Participant INVENTORY = new Participant.Remote("inventory", Topics.INVENTORY_COMMANDS);

    private final OrderSagaSettings settings;
    private final Participant payment;

    OrderSaga(OrderSagaSettings settings, Participant payment) {
        this.settings = settings;
        this.payment = payment;
    }

    SagaDefinition<OrderSagaData> definition() {
        return beginning(1).then(reserving()).then(paying()).then(confirming());
    }

    /** Returns a version of the order saga, which lacks its steps; all begin and end alike. */
    SagaDefinition<OrderSagaData> beginning(int version) {
        return saga(NAME, version, OrderSagaData.class)
                .endingBy(this::deadline)
                .startsWith(OrderSagaReplies::started)
                .completesWith(OrderSagaData::confirmed)
                .isCompensatedWith((order, reason) -> OrderEndEvents.of(order.confirmed(), reason))
                .endsByHandWith(OrderEndEvents::ofStored);
    }

    Step<OrderSagaData> reserving() {
        return step(RESERVE, reserve())
                .whenTooLate(OrderSagaReplies::tooLateToReserve)
                .compensatedBy(release());
    }

    Step<OrderSagaData> paying() {
        return step(PAY, pay())
                .onlyIf(order -> order.total().amount() > 0)
                .keepingAlive(
                        order -> order.claim() != null,
                        send(INVENTORY, this::extendClaim).ignoring(ClaimExtended.class))
                .whenTooLate(OrderSagaReplies.PAYMENT_UNAVAILABLE)
                .compensatedBy(refund());
    }

    Step<OrderSagaData> confirming() {
        return step(CONFIRM, confirm()).whenTooLate(OrderSagaReplies.TOO_LATE);
    }

    /** Counts from the placement; a saga that starts late has at least a quarter of its time. */
    private Instant deadline(OrderSagaData order, Instant now) {
        Duration time = order.deadlineOr(settings.deadline());
        Instant placedAt = Collections.min(List.of(now, Objects.requireNonNullElse(order.placedAt(), now)));
        return Collections.max(List.of(placedAt.plus(time), now.plus(time.dividedBy(4))));
    }

    private Exchange<OrderSagaData> reserve() {
        return send(INVENTORY, this::claimOrAdopt)
                .on(ClaimQueued.class, this::queued)
                .on(StockClaimed.class, OrderSagaReplies::claimed)
                .on(ClaimRefused.class, OrderSagaReplies::claimRefused)
                .onFailure(retry().within(settings.inventoryTimeout()));
    }

    private Exchange<OrderSagaData> release() {
        return send(INVENTORY, (OrderSagaData order, StepAttempt attempt) -> new ReleaseClaim(attempt))
                .on(ClaimReleased.class, OrderSagaReplies::released)
                .onFailure(retry().within(settings.inventoryTimeout()));
    }

    private Exchange<OrderSagaData> pay() {
        return send(payment, (OrderSagaData order, StepAttempt attempt) -> charge(order, attempt, null))
                .sentAgainBy((order, attempt) -> charge(order, attempt, true))
                .on(ChargeCaptured.class, OrderSagaReplies::captured)
                .on(ChargeDeclined.class, OrderSagaReplies::declined)
                .on(ChargeNotMade.class, OrderSagaReplies::notMade)
                .on(ChargeUnknown.class, OrderSagaReplies::unknown)
                .onFailure(retry().within(settings.paymentTimeout()));
    }

    private Exchange<OrderSagaData> refund() {
        return send(payment, (OrderSagaData order, StepAttempt attempt) -> new RefundPayment(attempt))
                .on(RefundMade.class, OrderSagaReplies::refunded)
                .on(RefundFailed.class, OrderSagaReplies::refundFailed)
                .onFailure(retry().within(settings.paymentTimeout()));
    }

    private Exchange<OrderSagaData> confirm() {
        return send(INVENTORY, this::confirmClaim)
                .on(ClaimConfirmed.class, (order, reply) -> done(order))
                .on(ClaimRefused.class, OrderSagaReplies::confirmationRefused)
                .onFailure(retry().within(settings.inventoryTimeout()));
    }

    private InventoryCommand claimOrAdopt(OrderSagaData order, StepAttempt attempt) {
        HeldClaim hold = order.hold();
        if (hold != null && order.claim() == null) {
            return new AdoptClaim(attempt, hold.id(), hold.token(), order.stock(), settings.claimTtl());
        }
        Duration queueTimeout = order.onBusy() == OnBusy.WAIT ? order.queueTimeoutOr(settings.queueTimeout()) : null;
        return new ClaimStock(attempt, order.stock(), settings.claimTtl(), queueTimeout);
    }

    /** The inventory answers by itself, at the latest when the wait times out. */
    private StepOutcome<OrderSagaData> queued(OrderSagaData order, ClaimQueued reply) {
        return OrderSagaReplies.queued(
                reply, order.queueTimeoutOr(settings.queueTimeout()).plus(settings.inventoryTimeout()));
    }

    private ExtendClaim extendClaim(OrderSagaData order, StepAttempt attempt) {
        Claim held = order.held();
        return new ExtendClaim(attempt, held.id(), held.token(), settings.claimTtl());
    }

    private static ChargePayment charge(OrderSagaData order, StepAttempt attempt, @Nullable Boolean repeated) {
        return new ChargePayment(attempt, order.total(), order.paymentMethod(), repeated);
    }

    private ConfirmClaim confirmClaim(OrderSagaData order, StepAttempt attempt) {
        Claim held = order.held();
        return new ConfirmClaim(attempt, held.id(), held.token());
    }
}
