package dev.layeredsaga.testbed.simulation.gateway;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.orchestrator.payment.GatewayNotice;
import dev.layeredsaga.orchestrator.payment.PaymentGateway;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Captured;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.ChargeRequest;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.ChargeResult;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Declined;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Inquiry;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.NotFound;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.NotMade;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.RefundResult;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Refunded;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Settled;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Unknown;
import dev.layeredsaga.testbed.simulation.faults.Fault;
import dev.layeredsaga.testbed.simulation.gateway.Ledger.Payment;
import dev.layeredsaga.testbed.simulation.gateway.Ledger.State;
import dev.layeredsaga.testbed.simulation.world.Ids;
import dev.layeredsaga.testbed.simulation.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A payment gateway that keeps its ledger straight, by idempotency key, and does not always say so. */
public final class SimulatedGateway implements PaymentGateway {

    private static final int DECLINES = 22;
    private static final int SLOWNESS = 23;
    private static final double DECLINED = 0.1;

    private final World world;
    private final Ledger ledger = new Ledger();
    private final List<Consumer<Long>> observers = new ArrayList<>();
    private Consumer<GatewayNotice> webhook = notice -> {};
    private boolean down;

    public SimulatedGateway(World world) {
        this.world = world;
    }

    public Ledger ledger() {
        return ledger;
    }

    public void down(boolean isDown) {
        down = isDown;
        world.trace().line("gateway", () -> isDown ? "DOWN" : "up again");
    }

    /** Adds an observer of every order for which money has been asked or has moved. */
    public void observe(Consumer<Long> observer) {
        observers.add(observer);
    }

    /** Sets the receiver of settlement webhooks. */
    public void webhookTo(Consumer<GatewayNotice> receiver) {
        webhook = receiver;
    }

    @Override
    public ChargeResult charge(String idempotencyKey, ChargeRequest request) {
        long order = Ids.numberOf(request.orderId());
        if (down || world.faults().strikes(Fault.CHARGE_NOT_MADE, order)) {
            return new NotMade("the gateway cannot be reached", null);
        }
        if (world.faults().strikes(Fault.CHARGE_LOST, order)) {
            return new Unknown("no answer");
        }
        Payment known = ledger.find(idempotencyKey);
        Payment payment = known == null
                ? ledger.begin(idempotencyKey, order, request.amount().amount() + error(order))
                : known;
        if (known == null) {
            if (world.faults().strikes(Fault.CHARGE_SLOW, order)) {
                long later = world.chance().between(SLOWNESS, order, 1_000, 40_000);
                world.time().after(later, () -> decide(payment));
                return new Unknown("no answer yet");
            }
            decide(payment);
        }
        if (known != null && world.faults().strikes(Fault.REPETITION_REFUSED, order)) {
            return new Unknown("DUPLICATE_TRANSACTION");
        }
        if (world.faults().strikes(Fault.CHARGE_UNANSWERED, order)) {
            return new Unknown("no answer");
        }
        return switch (payment.state()) {
            case PROCESSING -> new Unknown("still working on it");
            case CAPTURED, REFUNDED -> new Captured(payment.id(), moneyOf(payment));
            case DECLINED -> new Declined("card_declined");
        };
    }

    /** Returns the difference between what is captured and what was asked for. */
    private int error(long order) {
        return world.faults().strikes(Fault.OTHER_AMOUNT, order) ? 1 : 0;
    }

    private void decide(Payment payment) {
        if (world.chance().at(DECLINES, payment.order(), 0) < DECLINED) {
            ledger.decline(payment);
        } else {
            ledger.capture(payment);
        }
        changed(payment);
    }

    private static Money moneyOf(Payment payment) {
        return new Money(payment.amount(), "EUR");
    }

    private void changed(Payment payment) {
        world.trace().line("gateway", () -> payment.state() + " " + payment.amount() + " for order-" + payment.order());
        observers.forEach(observer -> observer.accept(payment.order()));
        Settled news = switch (payment.state()) {
            case CAPTURED, PROCESSING -> new Captured(payment.id(), moneyOf(payment));
            case REFUNDED -> new Refunded(payment.id(), moneyOf(payment));
            case DECLINED -> new Declined("card_declined");
        };
        webhook.accept(new GatewayNotice(Ids.of(payment.order()), news));
    }

    @Override
    public Inquiry find(String idempotencyKey, UUID orderId) {
        long order = Ids.numberOf(idempotencyKey.substring(0, 36));
        if (down || world.faults().strikes(Fault.INQUIRY_FAILS, order)) {
            return new Unknown("the gateway cannot be reached");
        }
        Payment payment = ledger.find(idempotencyKey);
        if (payment == null) {
            return new NotFound();
        }
        return switch (payment.state()) {
            case PROCESSING -> new Unknown("still working on it");
            case CAPTURED -> new Captured(payment.id(), moneyOf(payment));
            case DECLINED -> new Declined("card_declined");
            case REFUNDED -> new Refunded(payment.id(), moneyOf(payment));
        };
    }

    @Override
    public RefundResult refund(String idempotencyKey, String paymentId, @Nullable Money amount) {
        Payment payment = ledger.byId(paymentId);
        if (payment == null || payment.state() == State.DECLINED) {
            return new RefundResult.Declined("no_such_payment");
        }
        if (down || world.faults().strikes(Fault.REFUND_FAILS, payment.order())) {
            return new RefundResult.Unknown("the gateway cannot be reached");
        }
        if (world.faults().strikes(Fault.REFUND_DECLINED, payment.order())) {
            return new RefundResult.Declined("refund_not_possible");
        }
        if (payment.state() == State.CAPTURED) {
            ledger.refund(payment);
            changed(payment);
        }
        return world.faults().strikes(Fault.REFUND_UNANSWERED, payment.order())
                ? new RefundResult.Unknown("no answer")
                : new RefundResult.Accepted();
    }
}
