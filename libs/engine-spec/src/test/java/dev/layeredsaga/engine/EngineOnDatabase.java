package dev.layeredsaga.engine;

import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.engine.TripSaga.Trip;
import dev.layeredsaga.engine.definition.Participant;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.engine.definition.SagaDefinitions;
import dev.layeredsaga.engine.due.DueLoopConfiguration;
import dev.layeredsaga.engine.due.ManualDueLoop;
import dev.layeredsaga.engine.local.LocalSteps;
import dev.layeredsaga.engine.query.SagaQueries;
import dev.layeredsaga.engine.query.SagaView;
import dev.layeredsaga.engine.query.UnfinishedSagas;
import dev.layeredsaga.engine.state.SagaLocks;
import dev.layeredsaga.engine.state.SagaTable;
import dev.layeredsaga.messaging.autoconfigure.MessagingAutoConfiguration;
import dev.layeredsaga.messaging.outbox.Outbox;
import dev.layeredsaga.messaging.topic.UsedTopics;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.transaction.support.TransactionOperations;

/** The engine on PostgreSQL, with trips to drive. */
public final class EngineOnDatabase {

    static final int MOST_CALLS = 20;

    private static final ConfigurableApplicationContext CONTEXT = start();

    private EngineOnDatabase() {}

    private static ConfigurableApplicationContext start() {
        List<String> arguments = new ArrayList<>(List.of(
                "--spring.flyway.locations=classpath:db/engine,classpath:db/messaging",
                "--spring.flyway.out-of-order=true",
                "--saga.calls.concurrency=" + MOST_CALLS,
                "--saga.calls.shutdown-grace=0s"));
        SharedInfrastructure.springProperties("engine")
                .forEach((name, value) -> arguments.add("--" + name + "=" + value));
        return new SpringApplicationBuilder(Engine.class)
                .web(WebApplicationType.NONE)
                .run(arguments.toArray(String[]::new));
    }

    /** Without the sagas that other tests have left behind. */
    public static EngineOnDatabase empty() {
        EngineOnDatabase database = new EngineOnDatabase();
        database.sql()
                .sql("TRUNCATE saga, saga_attempt, saga_action, saga_event, saga_signal, saga_pause, saga_start")
                .update();
        database.outbox().clear();
        return database;
    }

    /** No broker: what the engine publishes stays here. */
    @EnableAutoConfiguration(exclude = {MessagingAutoConfiguration.class, KafkaAutoConfiguration.class})
    @Import({
        EngineConfiguration.class,
        DueLoopConfiguration.class,
        RecordingOutbox.class,
        ManualDueLoop.class,
        LocalTrips.class
    })
    static final class Engine {

        @Bean
        SagaDefinition<Trip> trip() {
            return TripSaga.definition();
        }

        @Bean
        SagaDefinition<Trip> tripWithoutWeather() {
            return TripSaga.nextVersion();
        }

        @Bean
        SagaDefinition<Trip> approvedTrip() {
            return TripSaga.approvedTrip(TripSaga.approval());
        }

        @Bean
        Participant agency() {
            return TripSaga.AGENCY;
        }

        @Bean
        SagaDefinition<Trip> fragileTrip() {
            return FragileTrip.definition();
        }

        /** Cannot be driven any further once it has been started. */
        @Bean
        SagaDefinition<Trip> cursedTrip() {
            return TripSaga.cursed();
        }
    }

    public SagaEngine engine() {
        return CONTEXT.getBean(SagaEngine.class);
    }

    /** A further instance's engine, on the same database. */
    public SagaEngine engineWith(Outbox outbox) {
        return engineWith(outbox, CONTEXT.getBean(SagaDefinitions.class));
    }

    /** Another release's engine, on the same database. */
    SagaEngine engineWith(Outbox outbox, SagaDefinitions known) {
        EngineParts parts = CONTEXT.getBean(EngineParts.class);
        return new SagaEngine(
                known,
                CONTEXT.getBean(SagaTable.class),
                new EngineParts(
                        outbox,
                        parts.history(),
                        parts.signals(),
                        parts.meters(),
                        parts.tracing(),
                        List::of,
                        parts.proofs()),
                CONTEXT.getBean(UndrivableSettings.class));
    }

    public ManualDueLoop loop() {
        return CONTEXT.getBean(ManualDueLoop.class);
    }

    LocalSteps localSteps() {
        return CONTEXT.getBean(LocalSteps.class);
    }

    Collection<String> usedTopics() {
        return CONTEXT.getBean("sagaTopics", UsedTopics.class).names();
    }

    @SuppressWarnings("unchecked")
    <D> SagaDefinition<D> definition(String bean) {
        return CONTEXT.getBean(bean, SagaDefinition.class);
    }

    EntityManager entities() {
        return SharedEntityManagerCreator.createSharedEntityManager(CONTEXT.getBean(EntityManagerFactory.class));
    }

    public boolean has(Class<?> bean) {
        return CONTEXT.getBeanNamesForType(bean).length > 0;
    }

    public SagaLocks locks() {
        return CONTEXT.getBean(SagaLocks.class);
    }

    SagaOperators operators() {
        return CONTEXT.getBean(SagaOperators.class);
    }

    SagaPauses pauses() {
        return CONTEXT.getBean(SagaPauses.class);
    }

    SagaSignals signals() {
        return CONTEXT.getBean(SagaSignals.class);
    }

    SagaTable table() {
        return CONTEXT.getBean(SagaTable.class);
    }

    /** The consumer of replies that drives the engine. */
    VerifiedReplies verified(SagaEngine engine) {
        return new VerifiedReplies(engine, proofs(), CONTEXT.getBean(MeterRegistry.class));
    }

    ReplyProofs proofs() {
        return CONTEXT.getBean(ReplyProofs.class);
    }

    SagaQueries queries() {
        return CONTEXT.getBean(SagaQueries.class);
    }

    public UnfinishedSagas unfinishedSagas() {
        return CONTEXT.getBean(UnfinishedSagas.class);
    }

    public RecordingOutbox outbox() {
        return CONTEXT.getBean(RecordingOutbox.class);
    }

    public TransactionOperations transaction() {
        return CONTEXT.getBean(TransactionOperations.class);
    }

    public JdbcTemplate jdbc() {
        return CONTEXT.getBean(JdbcTemplate.class);
    }

    public JdbcClient sql() {
        return CONTEXT.getBean(JdbcClient.class);
    }

    /** Starts a trip for each id, in one transaction. */
    public void startTrips(UUID... ids) {
        inTransaction(() -> startTripsHere(ids));
    }

    void startTripsHere(UUID... ids) {
        engine().start(
                        TripSaga.definition(),
                        Arrays.stream(ids).collect(Collectors.toMap(id -> id, id -> new Trip("Ada", 0))));
    }

    public UUID startedTrip() {
        UUID id = UUID.randomUUID();
        startTrips(id);
        return id;
    }

    UUID startedApprovedTrip() {
        UUID id = UUID.randomUUID();
        inTransaction(() -> engine().start(TripSaga.approvedTrip(TripSaga.approval()), Map.of(id, new Trip("Ada", 0))));
        return id;
    }

    public UUID startedCursedTrip() {
        UUID id = UUID.randomUUID();
        inTransaction(() -> engine().start(TripSaga.cursed(), Map.of(id, new Trip("Ada", 0))));
        return id;
    }

    /** As many trips whose train is not confirmed in time, the first of them due the longest. */
    public void tripsDue(int count) {
        sql().sql("""
                INSERT INTO saga (id, definition, definition_version, status, direction, step, attempt, step_since, sent_at,
                  due_at, wake_at, deadline, data, sequence, created_at, updated_at, version)
                SELECT gen_random_uuid(), 'trip', 3, 'RUNNING', 'FORWARD', 'train', 1, now(), now(), due, due,
                  now() + interval '1 day', '{"traveller":"Ada","sunnyDays":0}', 1, now(), now(), 0
                FROM generate_series(1, ?) AS i, LATERAL (SELECT now() - make_interval(secs => 0.001 * (? - i)) AS due) AS time
                """).params(count, count).update();
    }

    /** A trip that has been due for so long. */
    public UUID tripDueSince(Duration ago) {
        return due(startedTrip(), ago);
    }

    public UUID due(UUID id, Duration ago) {
        sql().sql("""
                UPDATE saga SET due_at = due, wake_at = due FROM (SELECT now() - make_interval(secs => ?) AS due) AS time
                WHERE id = ?
                """).params(ago.toMillis() / 1000.0, id).update();
        return id;
    }

    void reply(SagaReply... replies) {
        inTransaction(() -> engine().reply(List.of(replies)));
    }

    static <R extends SagaReply> R replyTo(UUID id, String step, Function<StepAttempt, R> reply) {
        return reply.apply(new StepAttempt(id, step, 1));
    }

    public SagaView saga(UUID id) {
        return queries().find(id).orElseThrow();
    }

    public long version(UUID id) {
        return sql().sql("SELECT version FROM saga WHERE id = ?")
                .param(id)
                .query(Long.class)
                .single();
    }

    long revision(UUID id) {
        return sql().sql("SELECT revision FROM saga WHERE id = ?")
                .param(id)
                .query(Long.class)
                .single();
    }

    public void inTransaction(Runnable work) {
        transaction().executeWithoutResult(status -> work.run());
    }
}
