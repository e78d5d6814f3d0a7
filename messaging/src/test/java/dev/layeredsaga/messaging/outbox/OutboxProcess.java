package dev.layeredsaga.messaging.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.messaging.envelope.CloudEventCodec;
import dev.layeredsaga.messaging.envelope.MessageJson;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.fixture.Broker;
import dev.layeredsaga.messaging.fixture.MessagingDatabase;
import dev.layeredsaga.messaging.heartbeat.Heartbeats;
import dev.layeredsaga.messaging.outbox.OutboxSweep.OutboxTables;
import dev.layeredsaga.messaging.outbox.OutboxWorker.OutboxParts;
import dev.layeredsaga.messaging.settings.MessagingProperties.OutboxSettings;
import dev.layeredsaga.messaging.trace.Tracing;
import dev.layeredsaga.testbed.infrastructure.TestDatabase;
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

    private final MessagingDatabase database;
    private final DefaultKafkaProducerFactory<String, byte[]> producers;
    private final KafkaTemplate<String, byte[]> kafka;
    private final OutboxWorker worker;
    final OutboxRelay outbox;
    private final OutboxTopics topics;
    final OutboxSweep sweep;
    final StuckRetry retry;
    final Tracing tracing = Tracing.off();

    private OutboxProcess(TestDatabase database, String broker, Duration sweepInterval, Duration sweepAge) {
        this.database = MessagingDatabase.connect(database);
        this.producers = new DefaultKafkaProducerFactory<>(
                OrderedProducer.settings(Map.of("bootstrap.servers", broker, "max.block.ms", 500)),
                new StringSerializer(),
                new ByteArraySerializer());
        producers.setPhysicalCloseTimeout(1);
        this.kafka = new KafkaTemplate<>(producers);
        OutboxTable table = new OutboxTable(jdbc(), MessageJson.mapper());
        StuckTable stuck = new StuckTable(jdbc(), MessageJson.mapper());
        OutboxSettings settings = new OutboxSettings(Duration.ofMillis(50), sweepInterval, sweepAge, 10_000);
        SendOrder order = SendOrder.with(settings);
        Acknowledgements acknowledgements = new Acknowledgements(table, stuck, order);
        CloudEventCodec codec = new CloudEventCodec(URI.create("/test"), MessageJson.mapper(), Clock.systemUTC());
        this.outbox = new OutboxRelay(codec, table, order, acknowledgements, tracing);
        this.sweep = new OutboxSweep(new OutboxTables(table, stuck), order, acknowledgements, transaction(), sweepAge);
        this.topics = new OutboxTopics(() -> Admin.create(Map.<String, Object>of("bootstrap.servers", broker)));
        OutboxSender sender = new OutboxSender(order, acknowledgements, topics, kafka);
        this.retry = new StuckRetry(stuck, topics, kafka::send, transaction());
        this.worker = new OutboxWorker(
                new OutboxParts(
                        order,
                        sender,
                        acknowledgements,
                        new AwaitedParcels(table, stuck, order),
                        sweep,
                        retry,
                        new SendWatch(sender, topics, producers::reset)),
                settings,
                new Heartbeats());
        worker.start();
    }

    /** One that sweeps by itself. */
    static OutboxProcess start(TestDatabase database) {
        return start(database, Broker.address());
    }

    /** The same on a broker of the test's own. */
    static OutboxProcess start(TestDatabase database, String broker) {
        return new OutboxProcess(database, broker, Duration.ofMillis(50), Duration.ofMillis(300));
    }

    /** One that sweeps only when told to. */
    static OutboxProcess startWithoutSweep(TestDatabase database) {
        return new OutboxProcess(database, Broker.address(), Duration.ofHours(1), Duration.ofSeconds(10));
    }

    JdbcTemplate jdbc() {
        return database.jdbc();
    }

    TransactionTemplate transaction() {
        return database.transaction();
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
