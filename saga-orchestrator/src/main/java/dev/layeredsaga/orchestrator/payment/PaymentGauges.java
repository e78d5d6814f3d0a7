package dev.layeredsaga.orchestrator.payment;

import dev.layeredsaga.messaging.meters.DatabaseGauge;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The gauge of refunds owed that no saga asks for any more. */
@Configuration(proxyBeanMethods = false)
class PaymentGauges {

    @Bean
    DatabaseGauge refundsOwed() {
        return DatabaseGauge.count(
                "payment.refunds.owed",
                "Payments owed to customers and not given back yet",
                "SELECT count(*) FROM payment WHERE settle_at IS NOT NULL AND state = 'OWED'");
    }
}
