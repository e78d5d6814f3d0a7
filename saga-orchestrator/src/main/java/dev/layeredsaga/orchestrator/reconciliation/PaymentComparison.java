package dev.layeredsaga.orchestrator.reconciliation;

import dev.layeredsaga.messaging.sweep.Sweep;
import dev.layeredsaga.orchestrator.payment.Settlement;
import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Component;

/** Compares each payment with its saga once that should have ended, in the order of their creation. */
@Component
record PaymentComparison(Settlement payments, ComparisonProgress progress, ReconciliationSettings settings)
        implements Sweep {

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
