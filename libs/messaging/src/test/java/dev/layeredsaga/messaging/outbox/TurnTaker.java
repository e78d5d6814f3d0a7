package dev.layeredsaga.messaging.outbox;

import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure.TestDatabase;
import java.io.File;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Tag;

/**
 * A service that takes turns: for each record that it consumes, and now and then of itself as a due-loop does, it counts the turn of
 * the record's key and publishes it. The table {@code turn} is its saga table. Runs in a process of its own, until that is killed.
 */
@Tag("failures")
final class TurnTaker {

    private final OutboxProcess process;
    private final String events;
    private final long number = ThreadLocalRandom.current().nextLong();

    private TurnTaker(OutboxProcess process, String events) {
        this.process = process;
        this.events = events;
    }

    /** Starts a process; its output goes to the file. */
    static Process start(TestDatabase database, String broker, String requests, String events, File log)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                TurnTaker.class.getName()));
        Stream.of(database.name(), database.jdbcUrl(), database.user(), database.password(), broker, requests, events)
                .forEach(command::add);
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
                .start();
    }

    public static void main(String[] arguments) {
        TestDatabase database = new TestDatabase(arguments[0], arguments[1], arguments[2], arguments[3]);
        OutboxProcess process = OutboxProcess.startAsConfigured(database, arguments[4]);
        TurnTaker taker = new TurnTaker(process, arguments[6]);
        Thread.ofPlatform().daemon().start(taker::takeTurnsUnasked);
        taker.consume(arguments[4], arguments[5]);
    }

    private void consume(String broker, String requests) {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                broker,
                "group.id",
                requests,
                "auto.offset.reset",
                "earliest",
                "session.timeout.ms",
                6_000,
                "heartbeat.interval.ms",
                500,
                "max.poll.records",
                50);
        try (KafkaConsumer<String, byte[]> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer())) {
            consumer.subscribe(List.of(requests));
            while (!Thread.currentThread().isInterrupted()) {
                List<String> keys = new ArrayList<>();
                for (ConsumerRecord<String, byte[]> record : consumer.poll(Duration.ofMillis(100))) {
                    keys.add(record.key());
                }
                if (!keys.isEmpty()) {
                    take(keys);
                    consumer.commitSync();
                }
            }
        }
    }

    private void takeTurnsUnasked() {
        while (!Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
            take(List.of(KilledProcessesTest.anyKey()));
        }
    }

    private void take(List<String> keys) {
        process.transaction()
                .executeWithoutResult(status ->
                        keys.stream().distinct().sorted().forEach(key -> process.outbox.publish(turnOf(key))));
    }

    private OutgoingMessage turnOf(String key) {
        return Objects.requireNonNull(
                process.jdbc().queryForObject("""
                        UPDATE turn SET number = turn.number + 1, published_by = ?
                        FROM (SELECT * FROM turn WHERE key = ? FOR UPDATE) AS before WHERE turn.key = before.key
                        RETURNING turn.number, before.published_by
                        """, (row, index) -> message(key, row), number, key));
    }

    private OutgoingMessage message(String key, ResultSet turn) throws SQLException {
        OutgoingMessage message = OutboxProcess.message(events, key, turn.getString("number"));
        return turn.getLong("published_by") == number ? message : message.sentAfterOthers();
    }
}
