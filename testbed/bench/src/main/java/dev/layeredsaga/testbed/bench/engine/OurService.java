package dev.layeredsaga.testbed.bench.engine;

import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.engine.Participant;
import dev.layeredsaga.engine.SagaDefinition;
import dev.layeredsaga.engine.SagaEngine;
import dev.layeredsaga.messaging.envelope.MessageTypes;
import dev.layeredsaga.messaging.listener.IdempotentConsumer.ConsumerParts;
import dev.layeredsaga.messaging.outbox.Outbox;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.FilterType;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionOperations;

/** The engine as in the saga-orchestrator, without its web API, and with other participants and another saga. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@AutoConfigurationPackage(basePackageClasses = SagaEngine.class)
@ComponentScan(
        basePackageClasses = SagaEngine.class,
        excludeFilters =
                @ComponentScan.Filter(
                        type = FilterType.REGEX,
                        pattern = "dev\\.layeredsaga\\.orchestrator\\.engine\\.web\\..*"))
class OurService {

    @Bean
    Ends ends() {
        return new Ends();
    }

    @Bean
    SagaDefinition<Purchase> purchaseSaga(Ends ends) {
        return PurchaseSaga.definition(ends::tell);
    }

    @Bean
    MessageTypes<SagaReply> replyTypes() {
        return PurchaseSaga.replies();
    }

    @Bean
    Participant stock() {
        return PurchaseSaga.STOCK;
    }

    @Bean
    Participant till() {
        return PurchaseSaga.TILL;
    }

    @Bean
    StockParticipant stockParticipant(
            JdbcTemplate jdbc, Outbox outbox, ConsumerParts parts, TransactionOperations transaction) {
        return new StockParticipant(jdbc, outbox, parts, transaction);
    }

    @Bean
    TillParticipant tillParticipant(
            JdbcTemplate jdbc, Outbox outbox, ConsumerParts parts, TransactionOperations transaction) {
        return new TillParticipant(jdbc, outbox, parts, transaction);
    }

    /** Forwards ended sagas to the current listener. */
    static final class Ends {

        private volatile Contender.Completion listener = purchase -> {};

        void listener(Contender.Completion told) {
            listener = told;
        }

        private void tell(Purchase purchase) {
            listener.completed(purchase);
        }
    }
}
