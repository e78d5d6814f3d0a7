package dev.layeredsaga.orchestrator.reconciliation;

import dev.layeredsaga.orchestrator.engine.SagaEngine;
import dev.layeredsaga.orchestrator.engine.VerifiedReplies;
import dev.layeredsaga.orchestrator.payment.PaymentRecords;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Brings the engine and the participant's records together. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ReconciliationSettings.class)
class ReconciliationConfiguration {

    @Bean
    VerifiedReplies verifiedReplies(SagaEngine engine, PaymentRecords payments, MeterRegistry meters) {
        return new VerifiedReplies(engine, payments::contradicted, meters);
    }
}
