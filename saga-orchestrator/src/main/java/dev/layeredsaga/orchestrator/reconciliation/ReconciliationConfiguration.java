package dev.layeredsaga.orchestrator.reconciliation;

import dev.layeredsaga.engine.SagaEngine;
import dev.layeredsaga.engine.VerifiedReplies;
import dev.layeredsaga.orchestrator.ordersaga.PaymentSettings;
import dev.layeredsaga.orchestrator.payment.PaymentRecords;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Brings the engine and the participant's records together. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ReconciliationSettings.class)
class ReconciliationConfiguration {

    /** A payment service of the user's own keeps its records elsewhere: its replies are believed on the topic's access control. */
    @Bean
    VerifiedReplies verifiedReplies(
            SagaEngine engine, PaymentRecords payments, PaymentSettings settings, MeterRegistry meters) {
        return new VerifiedReplies(engine, settings.isLocal() ? payments::contradicted : replies -> List.of(), meters);
    }
}
