package dev.layeredsaga.orchestrator.payment;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Gives back what the gateway took after it was undone. Its saga has ended and asks no more, so if the first try fails, or the
 * process dies before it, this goes on trying until the money is back. Any number of instances may do so side by side.
 */
@Component
class OwedRefunds {

    private static final Logger log = LoggerFactory.getLogger(OwedRefunds.class);
    private static final int MOST_AT_ONCE = 50;

    private final Payments payments;
    private final PaymentProcessor work;

    OwedRefunds(Payments payments, PaymentProcessor work) {
        this.payments = payments;
        this.work = work;
    }

    @Scheduled(fixedDelayString = "${orchestrator.owed-refunds.interval:10s}")
    void giveBack() {
        List<GatewayCall.Refund> owed = payments.takeOwedRefunds(MOST_AT_ONCE, Payments.REFUND_PAUSE);
        for (GatewayCall.Refund refund : owed) {
            log.warn(
                    "the money of {} is owed to the customer and not back yet, trying again",
                    refund.attempt().sagaId());
            work.ask(refund);
        }
    }
}
