package dev.layeredsaga.orchestrator.payment;

import dev.layeredsaga.contract.order.OrderSagaEvent.PaymentCaptured;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Captured;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/**
 * Payments of which the database has lost something by going back in time; there are none where another service makes them. Every method
 * works in the caller's transaction. Thread-safe.
 */
@Component
@ConditionalOnProperty(name = "orchestrator.payment.participant", havingValue = "local", matchIfMissing = true)
public class LostPayments {

    /** The step that would have charged; no saga awaits an answer to it. */
    private static final String STEP = "pay";

    private final Payments payments;

    LostPayments(Payments payments) {
        this.payments = payments;
    }

    /**
     * Has the settlement ask about what may have been captured for sagas that had been compensated; it goes back.
     *
     * @param mayBeMissing those of them that may have a payment that is not in the database
     */
    public void giveBackFor(Collection<UUID> sagaIds, Collection<UUID> mayBeMissing) {
        Map<UUID, Payment> known = payments.bySaga(sagaIds);
        Instant now = payments.now();
        List<Payment> missing = mayBeMissing.stream()
                .filter(id -> !known.containsKey(id))
                .map(id -> Payment.tombstone(lostAttempt(id)))
                .toList();
        Stream.concat(known.values().stream(), missing.stream()).forEach(payment -> payment.settleAsCompensated(now));
        payments.add(missing);
    }

    /** Has payments that were captured be asked about when their sagas charge again: they may have gone back. */
    public void askAgainFor(Collection<UUID> sagaIds) {
        payments.bySaga(sagaIds).values().forEach(Payment::mayHaveGoneBack);
    }

    /** Keeps the payments of sagas that had been completed. */
    public void keepFor(Map<UUID, PaymentCaptured> captured) {
        Map<UUID, Payment> known = payments.bySaga(captured.keySet());
        List<Payment> missing = new ArrayList<>();
        captured.forEach((saga, payment) -> {
            Payment one = known.get(saga);
            if (one == null) {
                one = new Payment(lostAttempt(saga), payment.amount());
                missing.add(one);
            }
            if (one.isUnderWay()) {
                one.apply(new Captured(payment.paymentId(), payment.amount()));
            }
        });
        payments.add(missing);
    }

    private static StepAttempt lostAttempt(UUID sagaId) {
        return new StepAttempt(sagaId, STEP, 1);
    }
}
