package dev.layeredsaga.messaging.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.messaging.envelope.CloudEventCodec;
import dev.layeredsaga.messaging.envelope.MessageTypes;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.held.HeldRetries;
import dev.layeredsaga.messaging.listener.IdempotentConsumer.ConsumerParts;
import dev.layeredsaga.messaging.listener.MultiTopicListener.LocalInput;
import dev.layeredsaga.messaging.listener.MultiTopicListener.Subscription;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.transaction.support.TransactionOperations;

/** Tests of one poll. Services with such a listener test that it listens. */
@SpringBootTest(
        classes = MultiTopicListenerTest.Office.class,
        properties = {
            "spring.application.name=office",
            "spring.flyway.locations=classpath:db/messaging",
            "messaging.topics.partitions=2",
            "messaging.listener.most-held=" + MultiTopicListenerTest.MOST_HELD
        })
public class MultiTopicListenerTest {

    private static final String NEWS = "news";
    private static final String LETTERS = "letters";
    private static final String BAD = "bad";
    private static final String KEPT = "kept";
    static final int MOST_HELD = 4;

    @Autowired
    private ConsumerParts parts;

    @Autowired
    private TransactionOperations transaction;

    @Autowired
    private CloudEventCodec codec;

    @Autowired
    private JdbcTemplate jdbc;

    @Autowired
    private HeldRetries retries;

    private boolean repaired;
    private int waits;
    private final Calls calls = new Calls();
    private MultiTopicListener listener;
    private long offset;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Office {}

    public record Notice(String what) {}

    @DynamicPropertySource
    static void infrastructure(DynamicPropertyRegistry registry) {
        SharedInfrastructure.springProperties("office").forEach((key, value) -> registry.add(key, () -> value));
    }

    @BeforeEach
    void open() {
        retries.stop();
        jdbc.execute("CREATE TABLE IF NOT EXISTS received (what text NOT NULL, transaction text NOT NULL)");
        jdbc.execute("TRUNCATE received, held_message");
        listener = new MultiTopicListener(
                "office", List.of(subscription(NEWS), subscription(LETTERS)), List.of(calls), parts, transaction);
    }

    private Subscription<?> subscription(String topic) {
        return new Subscription<>(
                topic,
                topic,
                MessageTypes.of(List.<Class<? extends Notice>>of(Notice.class)),
                all -> all.forEach(notice -> receive(topic + " " + notice.what())));
    }

    private void receive(String what) {
        jdbc.update("INSERT INTO received VALUES (?, txid_current()::text)", what);
        if (what.endsWith(BAD) && !repaired) {
            throw new IllegalStateException(what);
        }
        if (what.endsWith(KEPT)) {
            waits++;
            jdbc.execute("DO $$ BEGIN RAISE EXCEPTION 'no lock' USING ERRCODE = 'lock_not_available'; END $$");
        }
    }

    @Test
    void handlesAPollOfSeveralTopicsInOneTransaction() {
        listener.on(List.of(record(NEWS, "1"), record(NEWS, "2"), record(LETTERS, "3")));

        assertThat(received()).containsExactlyInAnyOrder("news 1", "news 2", "letters 3");
        assertThat(jdbc.queryForList("SELECT DISTINCT transaction FROM received", String.class))
                .hasSize(1);
    }

    @Test
    void handlesWhatALocalInputHasWaitingInThePollsTransaction() {
        calls.waiting.add("1");

        listener.on(List.of(record(NEWS, "2")));

        assertThat(received()).containsExactlyInAnyOrder("call 1", "news 2");
        assertThat(jdbc.queryForList("SELECT DISTINCT transaction FROM received", String.class))
                .hasSize(1);
    }

    @Test
    void handlesThePollWithoutALocalInputThatFails() {
        calls.waiting.add(BAD);

        listener.on(List.of(record(NEWS, "1"), record(LETTERS, "2")));

        assertThat(received()).containsExactlyInAnyOrder("news 1", "letters 2");
    }

    /** Calls are handled once, whatever becomes of them: who sees to them otherwise is for a real input to test. */
    private final class Calls implements LocalInput {

        private final Queue<String> waiting = new ArrayDeque<>();

        @Override
        public boolean isEmpty() {
            return waiting.isEmpty();
        }

        @Override
        public void handle() {
            while (!waiting.isEmpty()) {
                receive("call " + waiting.remove());
            }
        }
    }

    @Test
    void handlesAMessageOnceThatArrivesTwice() {
        ConsumerRecord<String, byte[]> news = record(NEWS, "1");
        listener.on(List.of(news, record(LETTERS, "2")));

        listener.on(List.of(news, record(LETTERS, "3")));

        assertThat(received()).containsExactlyInAnyOrder("news 1", "letters 2", "letters 3");
    }

    @Test
    void letsABadMessageCostNoOtherTopicAnything() {
        ConsumerRecord<String, byte[]> bad = record(NEWS, BAD);
        ConsumerRecord<String, byte[]> behind = record(NEWS, "2");

        listener.on(List.of(record(NEWS, "1"), bad, behind, record(LETTERS, "3")));

        assertThat(held()).containsExactly(placeOf(bad), placeOf(behind));
        assertThat(received()).containsExactlyInAnyOrder("news 1", "letters 3");
    }

    /** The second attempt together, without what has been handled before, would only wait once more. */
    @Test
    void waitsOnceTogetherAndOnceAloneForARowThatIsKept() {
        ConsumerRecord<String, byte[]> kept = record(NEWS, KEPT);

        listener.on(List.of(kept, record(NEWS, "another key", "1")));

        assertThat(held()).containsExactly(placeOf(kept));
        assertThat(received()).containsExactly("news 1");
        assertThat(waits).isEqualTo(2);
    }

    @Test
    void holdsEachOfSeveralBadMessages() {
        ConsumerRecord<String, byte[]> ofLetters = record(LETTERS, BAD);
        ConsumerRecord<String, byte[]> ofNews = record(NEWS, BAD);

        listener.on(List.of(record(NEWS, "1"), record(LETTERS, "2"), ofLetters, record(NEWS, "3"), ofNews));

        assertThat(held()).containsExactlyInAnyOrder(placeOf(ofNews), placeOf(ofLetters));
        assertThat(received()).containsExactlyInAnyOrder("news 1", "letters 2", "news 3");
    }

    @Test
    void handlesWhatIsBehindABadMessageWithAnotherKey() {
        listener.on(List.of(record(NEWS, BAD), record(NEWS, "2"), record(NEWS, "another key", "3")));

        assertThat(received()).containsExactly("news 3");
    }

    @Test
    void holdsAMessageOfALaterPollBehindAHeldOneOfItsKey() {
        ConsumerRecord<String, byte[]> bad = record(NEWS, BAD);
        ConsumerRecord<String, byte[]> behind = record(NEWS, "2");
        listener.on(List.of(bad));

        listener.on(List.of(behind, record(NEWS, "another key", "3"), record(LETTERS, "4")));

        assertThat(held()).containsExactly(placeOf(bad), placeOf(behind));
        assertThat(received()).containsExactlyInAnyOrder("news 3", "letters 4");
    }

    @Test
    void triesAHeldMessageAgainAndThenThoseBehindIt() {
        listener.on(List.of(record(NEWS, BAD), record(NEWS, "2"), record(NEWS, "3")));
        boolean unused = retries.tick();
        assertThat(received()).isEmpty();
        repaired = true;

        await().until(() -> !retries.tick() && held().isEmpty());
        assertThat(received()).containsExactly("news bad", "news 2", "news 3");
    }

    @Test
    void handlesAMessageOnceThatIsDeliveredAgainWhileItIsHeld() {
        List<ConsumerRecord<String, byte[]>> poll = List.of(record(NEWS, BAD), record(NEWS, "2"));
        listener.on(poll);
        listener.on(poll);
        assertThat(held()).hasSize(2);
        repaired = true;

        await().until(() -> !retries.tick() && held().isEmpty());
        listener.on(poll);
        assertThat(received()).containsExactly("news bad", "news 2");
    }

    @Test
    void stopsWhenAsManyMessagesAreHeldAsMayBe() {
        for (int i = 0; i < MOST_HELD; i++) {
            listener.on(List.of(record(NEWS, "key " + i, BAD)));
        }
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> listener.on(List.of(record(NEWS, "1"), record(NEWS, BAD), record(LETTERS, "2"))))
                .withMessageContaining("4 messages are held");
        assertThat(held()).hasSize(MOST_HELD);
        assertThat(received()).containsExactly("news 1", "letters 2");
    }

    @Test
    void holdsAnUnreadableMessageAndThoseBehindIt() {
        ConsumerRecord<String, byte[]> garbage = new ConsumerRecord<>(LETTERS, 0, offset++, "key", new byte[] {1});
        ConsumerRecord<String, byte[]> behind = record(LETTERS, "2");

        listener.on(List.of(record(LETTERS, "1"), garbage, behind, record(NEWS, "3")));

        assertThat(held()).containsExactly(placeOf(garbage), placeOf(behind));
        assertThat(received()).containsExactlyInAnyOrder("letters 1", "news 3");
    }

    /** Returns the places of the held messages, in their order. */
    private List<@Nullable String> held() {
        return jdbc.queryForList("SELECT topic || '@' || record_offset FROM held_message ORDER BY id", String.class);
    }

    private static String placeOf(ConsumerRecord<?, ?> record) {
        return record.topic() + "@" + record.offset();
    }

    private List<@Nullable String> received() {
        return jdbc.queryForList("SELECT what FROM received", String.class);
    }

    private ConsumerRecord<String, byte[]> record(String topic, String what) {
        return record(topic, "key", what);
    }

    private ConsumerRecord<String, byte[]> record(String topic, String key, String what) {
        ProducerRecord<String, byte[]> sent = codec.encode(OutgoingMessage.of(topic, key, new Notice(what)));
        return new ConsumerRecord<>(
                topic,
                0,
                offset++,
                ConsumerRecord.NO_TIMESTAMP,
                TimestampType.NO_TIMESTAMP_TYPE,
                0,
                0,
                sent.key(),
                sent.value(),
                sent.headers(),
                Optional.empty());
    }
}
