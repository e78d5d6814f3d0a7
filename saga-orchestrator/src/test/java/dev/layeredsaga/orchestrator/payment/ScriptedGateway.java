package dev.layeredsaga.orchestrator.payment;

import dev.layeredsaga.orchestrator.payment.PaymentGateway.ChargeResult;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Inquiry;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.RefundResult;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** A gateway that answers as it is told, and writes down what it is asked. */
final class ScriptedGateway implements PaymentGateway {

    final List<String> asked = new CopyOnWriteArrayList<>();
    volatile ChargeResult charge = new ChargeResult.Captured("p-1");
    volatile Inquiry inquiry = new Inquiry.NotFound();
    volatile RefundResult refund = new RefundResult.Refunded();
    volatile CountDownLatch gate = new CountDownLatch(0);
    volatile boolean broken;

    @Override
    public ChargeResult charge(String idempotencyKey, ChargeRequest request) {
        answering("charge " + idempotencyKey);
        return charge;
    }

    @Override
    public Inquiry find(String idempotencyKey) {
        answering("find " + idempotencyKey);
        return inquiry;
    }

    @Override
    public RefundResult refund(String idempotencyKey, String paymentId) {
        answering("refund " + paymentId + " " + idempotencyKey);
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
