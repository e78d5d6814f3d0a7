package dev.layeredsaga.orchestrator.reconciliation;

import dev.layeredsaga.messaging.sweep.Sweep;
import dev.layeredsaga.orchestrator.payment.Settlement;
import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Component;

/** Compares each payment with its saga once that should have ended, in the order of their creation. */
@Component
class PaymentComparison implements Sweep {

    private final Settlement payments;
    private final ComparisonProgress progress;
    private final ReconciliationSettings settings;

    PaymentComparison(Settlement payments, ComparisonProgress progress, ReconciliationSettings settings) {
        this.payments = payments;
        this.progress = progress;
        this.settings = settings;
    }

    @Override
    public Schedule schedule() {
        return new Schedule("payments to compare", settings.interval(), settings.batchSize());
    }

    @Override
    public int sweep() {
        return progress.lock("payments").map(this::compareAfter).orElse(0);
    }

    private int compareAfter(Instant position) {
        List<Instant> compared = payments.compareAfter(position, settings.paymentsAfter(), settings.batchSize());
        if (!compared.isEmpty()) {
            progress.reached(compared.getLast(), "payments");
        }
        return compared.size();
    }
}
