package dev.layeredsaga.testbed.bench.engine;

import dev.layeredsaga.engine.SagaEngine;
import dev.layeredsaga.engine.definition.Participant;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import dev.layeredsaga.testbed.system.Arguments;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.transaction.support.TransactionOperations;

/** The project's engine with its outbox, inbox and listeners, and the settings of the saga-orchestrator, in this JVM. */
final class Ours implements Contender {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final ConfigurableApplicationContext context;
    private @Nullable Gathering gathering;

    private Ours(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /** Returns once each of its listeners has partitions assigned. */
    static Ours on(Infrastructure servers, String database) {
        servers.postgres().createDatabase(database);
        Ours ours = new Ours(new SpringApplicationBuilder(OurService.class)
                .web(WebApplicationType.NONE)
                .registerShutdownHook(false)
                .run(Arguments.of(settings(servers, database))));
        Warehouse.create(ours.database());
        Awaitility.await().atMost(TIMEOUT).until(ours::hasPartitions);
        return ours;
    }

    private static Map<String, String> settings(Infrastructure servers, String database) {
        return Map.of(
                "spring.config.name", "saga-orchestrator",
                "spring.main.banner-mode", "off",
                "spring.datasource.url", servers.postgres().jdbcUrl(database),
                "spring.datasource.username", servers.postgres().user(),
                "spring.datasource.password", servers.postgres().password(),
                "spring.kafka.bootstrap-servers", servers.kafkaBootstrapServers());
    }

    private boolean hasPartitions() {
        return context.getBean(KafkaListenerEndpointRegistry.class).getAllListenerContainers().stream()
                .map(MessageListenerContainer::getAssignedPartitions)
                .allMatch(partitions -> partitions != null && !partitions.isEmpty());
    }

    @Override
    public String title() {
        return "ours";
    }

    @Override
    public void open(Completion notified) {
        context.getBean(OurService.Ends.class).listener(notified);
        SagaEngine engine = context.getBean(SagaEngine.class);
        TransactionOperations transaction = context.getBean(TransactionOperations.class);
        @SuppressWarnings("unchecked") // there is one
        SagaDefinition<Purchase> definition = context.getBean(SagaDefinition.class);
        gathering = new Gathering(batch -> transaction.executeWithoutResult(status ->
                engine.start(definition, batch.stream().collect(Collectors.toMap(Purchase::id, each -> each)))));
    }

    @Override
    public void begin(Purchase purchase) {
        Objects.requireNonNull(gathering).add(purchase);
    }

    @Override
    public void pause() {
        if (gathering != null) {
            gathering.close();
        }
    }

    @Override
    public JdbcTemplate database() {
        return context.getBean(JdbcTemplate.class);
    }

    @Override
    public String countCompleted() {
        return "SELECT count(*) FROM saga WHERE status = 'COMPLETED' AND definition = 'purchase'";
    }

    @Override
    public void close() {
        pause();
        context.close();
    }

    /** The engine as in the saga-orchestrator, without its web API, and with other participants and another saga. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Participants.class)
    @AutoConfigurationPackage(basePackageClasses = SagaEngine.class)
    static class OurService {

        @Bean
        Ends ends() {
            return new Ends();
        }

        @Bean
        SagaDefinition<Purchase> purchaseSaga(Ends ends) {
            return PurchaseSaga.definition(ends::ended);
        }

        @Bean
        Participant stock() {
            return PurchaseSaga.STOCK;
        }

        @Bean
        Participant till() {
            return PurchaseSaga.TILL;
        }

        /** Forwards ended sagas to the current listener. */
        static final class Ends {

            private volatile Contender.Completion listener = purchase -> {};

            void listener(Contender.Completion notified) {
                listener = notified;
            }

            private void ended(Purchase purchase) {
                listener.completed(purchase);
            }
        }
    }
}
