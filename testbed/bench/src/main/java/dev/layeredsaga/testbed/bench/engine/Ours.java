package dev.layeredsaga.testbed.bench.engine;

import dev.layeredsaga.orchestrator.engine.SagaDefinition;
import dev.layeredsaga.orchestrator.engine.SagaEngine;
import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import dev.layeredsaga.testbed.system.Arguments;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.transaction.support.TransactionOperations;

/** The engine of this project with its outbox, inbox and listeners, on the settings of the saga-orchestrator. */
final class Ours implements Contender {

    private final ConfigurableApplicationContext context;
    private final SagaDefinition<Purchase> definition;
    private @Nullable Gathering gathering;

    private Ours(ConfigurableApplicationContext context, SagaDefinition<Purchase> definition) {
        this.context = context;
        this.definition = definition;
    }

    static Ours on(Infrastructure servers) throws SQLException {
        servers.postgres().createDatabase("ours");
        ConfigurableApplicationContext context = new SpringApplicationBuilder(OurService.class)
                .web(WebApplicationType.NONE)
                .registerShutdownHook(false)
                .run(Arguments.of(settings(servers)));
        Ours ours = new Ours(context, definition(context));
        try (Connection connection = ours.connect()) {
            Warehouse.create(connection);
        }
        return ours;
    }

    @SuppressWarnings("unchecked") // there is one
    private static SagaDefinition<Purchase> definition(ConfigurableApplicationContext context) {
        return (SagaDefinition<Purchase>) context.getBean(SagaDefinition.class);
    }

    private static Map<String, String> settings(Infrastructure servers) {
        return Map.of(
                "spring.config.name", "saga-orchestrator",
                "spring.main.banner-mode", "off",
                "spring.datasource.url", servers.postgres().jdbcUrl("ours"),
                "spring.datasource.username", servers.postgres().user(),
                "spring.datasource.password", servers.postgres().password(),
                "spring.kafka.bootstrap-servers", servers.kafkaBootstrapServers(),
                // a library that another benchmark measures; it is on the class path
                "namastack.outbox.enabled", "false");
    }

    @Override
    public String title() {
        return "ours";
    }

    @Override
    public void open(Completion told) {
        context.getBean(OurService.Ends.class).listener(told);
        SagaEngine engine = context.getBean(SagaEngine.class);
        TransactionOperations transaction = context.getBean(TransactionOperations.class);
        gathering = new Gathering(
                batch -> transaction.executeWithoutResult(status -> engine.start(definition, byId(batch))));
    }

    private static Map<UUID, Purchase> byId(List<Purchase> batch) {
        return batch.stream().collect(Collectors.toMap(Purchase::id, purchase -> purchase));
    }

    @Override
    public void begin(Purchase purchase) {
        if (gathering != null) {
            gathering.add(purchase);
        }
    }

    @Override
    public void pause() {
        if (gathering != null) {
            gathering.close();
        }
        gathering = null;
    }

    @Override
    public Connection connect() throws SQLException {
        return context.getBean(DataSource.class).getConnection();
    }

    @Override
    public String countCompleted() {
        return "SELECT count(*) FROM saga WHERE status = 'COMPLETED'";
    }

    @Override
    public void close() {
        pause();
        context.close();
    }
}
