package dev.layeredsaga.messaging.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.messaging.envelope.CloudEventCodec;
import dev.layeredsaga.messaging.envelope.MessageJson;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.fixture.Broker;
import dev.layeredsaga.messaging.fixture.MessagingDatabase;
import dev.layeredsaga.messaging.heartbeat.Activity;
import dev.layeredsaga.messaging.heartbeat.Heartbeats;
import dev.layeredsaga.messaging.outbox.OutboxSweep.SweepTables;
import dev.layeredsaga.messaging.outbox.OutboxWorker.OutboxTasks;
import dev.layeredsaga.messaging.settings.MessagingProperties.OutboxSettings;
import dev.layeredsaga.messaging.trace.Tracing;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure.TestDatabase;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.transaction.support.TransactionTemplate;

/** One instance of a service, as far as its outbox is concerned. Several may share a database. */
final class OutboxProcess implements AutoCloseable {

    private static final Duration NEVER = Duration.ofHours(1);

    private final MessagingDatabase database;
    private final DefaultKafkaProducerFactory<String, byte[]> producers;
    private final KafkaTemplate<String, byte[]> kafka;
    private final OutboxWorker worker;
    final TransactionalOutbox outbox;
    private final OutboxTopics topics;
    final OutboxSweep sweep;
    final StuckRetry retry;
    final Tracing tracing = Tracing.off();

    private OutboxProcess(TestDatabase database, String broker, Duration sweepInterval, Duration sweepAge) {
        this(database, broker, new OutboxSettings(Duration.ofMillis(50), sweepInterval, sweepAge, 10_000));
    }

    private OutboxProcess(TestDatabase database, String broker, OutboxSettings settings) {
        this.database = MessagingDatabase.connect(database);
        this.producers = new DefaultKafkaProducerFactory<>(
                OutboxConfiguration.producerSettings(
                        Map.of("bootstrap.servers", broker, "max.block.ms", blocksFor(settings))),
                new StringSerializer(),
                new ByteArraySerializer());
        producers.setPhysicalCloseTimeout(1);
        this.kafka = new KafkaTemplate<>(producers);
        SweepTables tables = new SweepTables(
                new OutboxTable(jdbc(), MessageJson.mapper()), new StuckTable(jdbc(), MessageJson.mapper()));
        SendQueue queue = new SendQueue(settings.memory());
        OutboxCleanup cleanup = new OutboxCleanup(queue, tables.outbox(), tables.stuck());
        CloudEventCodec codec = new CloudEventCodec(URI.create("/test"), MessageJson.mapper(), Clock.systemUTC());
        this.outbox = new TransactionalOutbox(codec, tables.outbox(), queue, tracing, new Activity());
        this.sweep = new OutboxSweep(tables, queue, cleanup, transaction(), settings);
        this.topics = new OutboxTopics(() -> Admin.create(Map.<String, Object>of("bootstrap.servers", broker)));
        OutboxRelay relay = new OutboxRelay(queue, topics, kafka, producers::reset);
        this.retry = new StuckRetry(tables, topics, transaction());
        this.worker =
                new OutboxWorker(new OutboxTasks(relay, cleanup, sweep, retry), queue, settings, new Heartbeats());
        worker.start();
    }

    /** As in a service, unless what is not sent at once is swept at once. */
    private static int blocksFor(OutboxSettings settings) {
        return settings.sweepAge().toMillis() < 1_000 ? 500 : 5_000;
    }

    /** One that sweeps by itself. */
    static OutboxProcess start(TestDatabase database) {
        return start(database, Broker.address());
    }

    /** The same on a broker of the test's own. */
    static OutboxProcess start(TestDatabase database, String broker) {
        return new OutboxProcess(database, broker, Duration.ofMillis(50), Duration.ofMillis(300));
    }

    /** One with the settings that a service has by default. */
    static OutboxProcess startAsConfigured(TestDatabase database, String broker) {
        return new OutboxProcess(
                database,
                broker,
                new OutboxSettings(Duration.ofMillis(250), Duration.ofMillis(500), Duration.ofSeconds(2), 10_000));
    }

    /** One whose sweep does not take other processes' messages for left behind. */
    static OutboxProcess startWithPatientSweep(TestDatabase database) {
        return new OutboxProcess(database, Broker.address(), Duration.ofMillis(50), Duration.ofMinutes(10));
    }

    /** One that sweeps only when asked to. */
    static OutboxProcess startWithoutSweep(TestDatabase database) {
        return new OutboxProcess(database, Broker.address(), NEVER, Duration.ofSeconds(10));
    }

    JdbcTemplate jdbc() {
        return database.jdbc();
    }

    TransactionTemplate transaction() {
        return database.transaction();
    }

    /** Publishes behind what other processes have published with the key. */
    void publishAfterOthers(String topic, String key, String value) {
        transaction()
                .executeWithoutResult(
                        status -> outbox.publish(message(topic, key, value).sentAfterOthers()));
    }

    void publish(String topic, String key, String... values) {
        transaction().executeWithoutResult(status -> {
            for (String value : values) {
                outbox.publish(message(topic, key, value));
            }
        });
    }

    int rows() {
        Integer rows = jdbc().queryForObject("SELECT count(*) FROM outbox", Integer.class);
        return (rows == null ? 0 : rows) + stuck();
    }

    /** Messages that cannot be sent for a reason of their own. */
    int stuck() {
        Integer rows = jdbc().queryForObject("SELECT count(*) FROM outbox_stuck", Integer.class);
        return rows == null ? 0 : rows;
    }

    /** On average, of the producer's requests of the last half minute. */
    double messagesPerRequest() {
        return kafka.metrics().values().stream()
                .filter(metric -> metric.metricName().name().equals("records-per-request-avg"))
                .mapToDouble(metric -> (double) metric.metricValue())
                .findFirst()
                .orElseThrow();
    }

    /** A parcel as a process leaves it that dies between its commit and its sending. */
    void leaveBehind(String topic, String key, String... jsons) {
        List<ProducerRecord<String, byte[]>> records = Stream.of(jsons)
                .map(json -> new ProducerRecord<>(topic, key, json.getBytes(UTF_8)))
                .toList();
        jdbc().update("""
                INSERT INTO outbox (sender, size, keys, messages, created_at)
                VALUES (gen_random_uuid(), ?, ARRAY[?], ?, clock_timestamp() - interval '1 minute')
                """, jsons.length, key, StoredMessage.write(records, MessageJson.mapper()));
    }

    /** Arrives as the JSON string of {@code value}. */
    static OutgoingMessage message(String topic, String key, String value) {
        return new OutgoingMessage(topic, key, "Said", value, Map.of());
    }

    @Override
    public void close() {
        worker.stop();
        producers.destroy();
        topics.close();
        database.close();
    }
}
