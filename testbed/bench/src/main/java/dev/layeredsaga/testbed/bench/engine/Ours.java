package dev.layeredsaga.testbed.bench.engine;

import dev.layeredsaga.engine.SagaDefinition;
import dev.layeredsaga.engine.SagaEngine;
import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import dev.layeredsaga.testbed.system.Arguments;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.transaction.support.TransactionOperations;

/**
 * The project's engine with its outbox, inbox and listeners, and the settings of the saga-orchestrator: one or several
 * instances, all in this JVM.
 */
public final class Ours implements Contender {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final List<ConfigurableApplicationContext> instances;
    private final AtomicInteger turn = new AtomicInteger();
    private List<Gathering> gatherings = List.of();

    private Ours(List<ConfigurableApplicationContext> instances) {
        this.instances = instances;
    }

    /** Starts one instance. */
    static Ours on(Infrastructure servers) throws SQLException {
        return on(servers, "ours", 1);
    }

    /** Starts the instances. Returns once each of their listeners has partitions assigned. */
    public static Ours on(Infrastructure servers, String database, int instances) throws SQLException {
        servers.postgres().createDatabase(database);
        List<ConfigurableApplicationContext> started = new ArrayList<>();
        for (int i = 0; i < instances; i++) {
            started.add(new SpringApplicationBuilder(OurService.class)
                    .web(WebApplicationType.NONE)
                    .registerShutdownHook(false)
                    .run(Arguments.of(settings(servers, database))));
        }
        Ours ours = new Ours(List.copyOf(started));
        try (Connection connection = ours.connect()) {
            Warehouse.create(connection);
        }
        ours.awaitShareOfEach();
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

    private void awaitShareOfEach() {
        Awaitility.await()
                .atMost(TIMEOUT)
                .until(() -> instances.stream()
                        .flatMap(context ->
                                context
                                        .getBean(KafkaListenerEndpointRegistry.class)
                                        .getAllListenerContainers()
                                        .stream())
                        .map(MessageListenerContainer::getAssignedPartitions)
                        .allMatch(partitions -> partitions != null && !partitions.isEmpty()));
    }

    @Override
    public String title() {
        return instances.size() == 1 ? "ours" : "ours, %d instances".formatted(instances.size());
    }

    @Override
    public void open(Completion told) {
        instances.forEach(instance -> instance.getBean(OurService.Ends.class).listener(told));
        gatherings = instances.stream().map(Ours::gathering).toList();
    }

    private static Gathering gathering(ConfigurableApplicationContext instance) {
        SagaEngine engine = instance.getBean(SagaEngine.class);
        TransactionOperations transaction = instance.getBean(TransactionOperations.class);
        SagaDefinition<Purchase> definition = definition(instance);
        return new Gathering(
                batch -> transaction.executeWithoutResult(status -> engine.start(definition, byId(batch))));
    }

    @SuppressWarnings("unchecked") // there is one
    private static SagaDefinition<Purchase> definition(ConfigurableApplicationContext context) {
        return (SagaDefinition<Purchase>) context.getBean(SagaDefinition.class);
    }

    private static Map<UUID, Purchase> byId(List<Purchase> batch) {
        return batch.stream().collect(Collectors.toMap(Purchase::id, purchase -> purchase));
    }

    @Override
    public void begin(Purchase purchase) {
        gatherings.get(Math.floorMod(turn.getAndIncrement(), gatherings.size())).add(purchase);
    }

    @Override
    public void pause() {
        gatherings.forEach(Gathering::close);
    }

    @Override
    public Connection connect() throws SQLException {
        return instances.getFirst().getBean(DataSource.class).getConnection();
    }

    @Override
    public String countCompleted() {
        return "SELECT count(*) FROM saga WHERE status = 'COMPLETED' AND definition = 'purchase'";
    }

    @Override
    public void close() {
        pause();
        instances.forEach(ConfigurableApplicationContext::close);
    }
}
