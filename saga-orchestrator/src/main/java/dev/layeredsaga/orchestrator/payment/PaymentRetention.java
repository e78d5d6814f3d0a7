package dev.layeredsaga.orchestrator.payment;

import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Keeps the table of payments from growing for ever. A payment goes after its saga, never before: as long as that is there, its
 * payment may be asked about. With the payment goes what refuses a charge after its undo; a {@code ChargePayment} that comes
 * later still is beyond the retention time, which has to be longer than any message can be under way.
 */
@Component
class PaymentRetention {

    private final Payments payments;
    private final Duration keep;
    private final int batchSize;

    /** The settings are those of the sagas, {@code orchestrator.retention}, and verified with them. */
    PaymentRetention(
            Payments payments,
            @Value("${orchestrator.retention.keep:30d}") Duration keep,
            @Value("${orchestrator.retention.batch-size:500}") int batchSize) {
        this.payments = payments;
        this.keep = keep;
        this.batchSize = batchSize;
    }

    /** Removes batch by batch until nothing old is left; what fails is left to the next time. */
    @Scheduled(
            fixedDelayString = "${orchestrator.retention.interval:1h}",
            initialDelayString = "${orchestrator.retention.interval:1h}")
    void removeTheOld() {
        int removed;
        do {
            removed = payments.removeOrphansOlderThan(keep, batchSize);
        } while (removed == batchSize);
    }
}
