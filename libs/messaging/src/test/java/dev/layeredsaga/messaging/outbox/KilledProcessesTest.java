package dev.layeredsaga.messaging.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.messaging.fixture.Broker;
import dev.layeredsaga.messaging.fixture.MessagingDatabase;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure.TestDatabase;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Three processes consume one topic as a group and publish under load, each of them for keys of the others, too. They are killed
 * (SIGKILL) one after the other, and others take their partitions. Per key everything is published, first in order.
 */
@Isolated("loads the machine")
@Tag("failures")
class KilledProcessesTest {

    private static final File LOG = new File("target/turn-takers.log");
    private static final int PROCESSES = 3;
    private static final int KEYS = 60;
    private static final int KILLED = 3;
    private static final Duration BETWEEN = Duration.ofSeconds(4);

    private final TestDatabase database = MessagingDatabase.migrated();
    private final MessagingDatabase connection = MessagingDatabase.connect(database);
    private final JdbcTemplate jdbc = connection.jdbc();
    private final Deque<Process> processes = new ArrayDeque<>();
    private volatile boolean open = true;
    private String requests = "";
    private String events = "";

    @BeforeEach
    void startAll() throws Exception {
        requests = Broker.freshTopic(6);
        events = Broker.freshTopic(2);
        jdbc.execute("CREATE TABLE turn (key text PRIMARY KEY, number int NOT NULL, published_by bigint)");
        jdbc.update("INSERT INTO turn SELECT 'key-' || i, 0 FROM generate_series(0, ?) AS i", KEYS - 1);
        for (int i = 0; i < PROCESSES; i++) {
            startOne();
        }
    }

    @AfterEach
    void killAll() {
        open = false;
        processes.forEach(Process::destroyForcibly);
        connection.close();
    }

    @Test
    void publishEverythingInOrderWhileTheyAreKilled() throws Exception {
        Thread asking = Thread.ofPlatform().start(this::askForTurns);
        await().atMost(Duration.ofSeconds(30)).until(() -> turnsTaken() > 500);

        for (int i = 0; i < KILLED; i++) {
            processes.removeFirst().destroyForcibly().waitFor();
            startOne();
            long before = turnsTaken();
            LockSupport.parkNanos(BETWEEN.toNanos());
            await().atMost(Duration.ofSeconds(30)).until(() -> turnsTaken() > before + 500);
        }
        open = false;
        asking.join();
        processes.removeLast().destroyForcibly().waitFor();
        processes.forEach(Process::destroyForcibly);
        for (Process process : processes) {
            process.waitFor();
        }

        try (OutboxProcess last = OutboxProcess.startAsConfigured(database, Broker.address())) {
            await().atMost(Duration.ofSeconds(30)).until(() -> last.rows() == 0);
        }

        assertThat(firstDeliveries()).containsExactlyEntriesOf(turns());
    }

    static String anyKey() {
        return "key-" + ThreadLocalRandom.current().nextInt(KEYS);
    }

    private void startOne() throws IOException {
        processes.addLast(TurnTaker.start(database, Broker.address(), requests, events, LOG));
    }

    /** About a thousand a second. */
    private void askForTurns() {
        Map<String, Object> settings = Map.of("bootstrap.servers", Broker.address());
        try (KafkaProducer<String, byte[]> producer =
                new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer())) {
            while (open) {
                var unused = producer.send(new ProducerRecord<>(requests, anyKey(), new byte[0]));
                LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
            }
        }
    }

    private long turnsTaken() {
        Long turns = jdbc.queryForObject("SELECT sum(number) FROM turn", Long.class);
        return turns == null ? 0 : turns;
    }

    private Map<String, List<Integer>> turns() {
        Map<String, List<Integer>> turns = new TreeMap<>();
        jdbc.query("SELECT key, number FROM turn", row -> {
            turns.put(
                    row.getString("key"),
                    IntStream.rangeClosed(1, row.getInt("number")).boxed().toList());
        });
        return turns;
    }

    private Map<String, List<Integer>> firstDeliveries() {
        long all = turnsTaken();
        List<ConsumerRecord<String, byte[]>> records = Broker.read(
                events,
                read -> read.size() >= all
                        && perKey(read).values().stream().mapToLong(List::size).sum() == all);
        return perKey(records);
    }

    private static Map<String, List<Integer>> perKey(List<ConsumerRecord<String, byte[]>> records) {
        return records.stream()
                .collect(Collectors.groupingBy(
                        ConsumerRecord::key,
                        TreeMap::new,
                        Collectors.mapping(
                                record -> Integer.valueOf(Broker.value(record).replace("\"", "")),
                                Collectors.collectingAndThen(
                                        Collectors.toCollection(LinkedHashSet::new), List::copyOf))));
    }
}
