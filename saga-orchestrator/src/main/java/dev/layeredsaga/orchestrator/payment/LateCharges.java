package dev.layeredsaga.orchestrator.payment;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Asks the gateway again about charges that it did not know when their payment was voided: a request may reach it long after its caller
 * has given up. What it has captured meanwhile is given back. Any number of instances may do so side by side.
 */
@Component
@EnableConfigurationProperties(LateChargeSettings.class)
class LateCharges {

    private static final Logger log = LoggerFactory.getLogger(LateCharges.class);
    private static final int MOST_AT_ONCE = 100;

    private final Payments payments;
    private final PaymentProcessor work;
    private final LateChargeSettings settings;
    private final Counter inquired;

    LateCharges(Payments payments, PaymentProcessor work, LateChargeSettings settings, MeterRegistry meters) {
        this.payments = payments;
        this.work = work;
        this.settings = settings;
        this.inquired = Counter.builder("payments.reconciled")
                .description("Payments that do not agree with how their saga has ended, by what was done")
                .tag("action", "asked-again")
                .register(meters);
    }

    @Scheduled(fixedDelayString = "${orchestrator.late-charges.interval:10s}")
    void inquire() {
        List<GatewayCall.Inquire> due = payments.takeInquiries(MOST_AT_ONCE, settings.firstAfter(), settings.times());
        if (!due.isEmpty()) {
            log.info("asking the gateway again about {} charges that were voided unknown", due.size());
            inquired.increment(due.size());
            due.forEach(work::ask);
        }
    }
}
