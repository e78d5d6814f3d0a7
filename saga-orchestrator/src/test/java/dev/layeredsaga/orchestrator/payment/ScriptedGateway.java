package dev.layeredsaga.orchestrator.payment;

import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.PRICE;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Captured;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.ChargeRequest;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.ChargeResult;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Inquiry;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.NotFound;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.RefundResult;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Refunded;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A gateway that answers as scripted, and writes down what it is asked. */
final class ScriptedGateway implements PaymentGateway {

    final List<String> asked = new CopyOnWriteArrayList<>();
    volatile ChargeResult charge = new Captured("p-1", PRICE);
    volatile Inquiry inquiry = new NotFound();
    volatile RefundResult refund = new RefundResult.Accepted();
    volatile CountDownLatch gate = new CountDownLatch(0);
    volatile boolean broken;

    /** The effect of a refund on the record: if it is accepted, the captured money has gone back. */
    volatile Runnable whenRefunding = () -> {
        if (refund instanceof RefundResult.Accepted && inquiry instanceof Captured captured) {
            inquiry = new Refunded(captured.paymentId(), captured.amount());
        }
    };

    @Override
    public ChargeResult charge(String idempotencyKey, ChargeRequest request) {
        answering("charge " + idempotencyKey);
        return charge;
    }

    @Override
    public Inquiry find(String idempotencyKey, UUID orderId) {
        answering("find " + idempotencyKey);
        return inquiry;
    }

    @Override
    public RefundResult refund(String idempotencyKey, String paymentId, @Nullable Money amount) {
        String part = amount == null ? "" : amount.amount() + " of ";
        answering("refund " + part + paymentId + " " + idempotencyKey);
        whenRefunding.run();
        return refund;
    }

    private void answering(String what) {
        asked.add(what);
        if (broken) {
            throw new IllegalArgumentException("a mistake in the client");
        }
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
