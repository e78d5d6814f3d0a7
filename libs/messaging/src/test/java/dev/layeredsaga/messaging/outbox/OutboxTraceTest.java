package dev.layeredsaga.messaging.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.messaging.fixture.Broker;
import dev.layeredsaga.messaging.fixture.MessagingDatabase;
import dev.layeredsaga.messaging.trace.Cause;
import dev.layeredsaga.messaging.trace.TraceParent;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure.TestDatabase;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A message leaves in the trace of what caused it, however late. */
class OutboxTraceTest {

    private static final TraceParent ALICES = new TraceParent("a".repeat(32), "1".repeat(16), true);
    private static final TraceParent BOBS = new TraceParent("b".repeat(32), "2".repeat(16), false);

    private final TestDatabase database = MessagingDatabase.migrated();
    private final OutboxProcess process = OutboxProcess.startWithoutSweep(database);
    private String topic = "";

    @BeforeEach
    void createTopic() throws Exception {
        topic = Broker.freshTopic(1);
    }

    @AfterEach
    void stop() {
        process.close();
    }

    @Test
    void keepsTheMessagesOfABatchApart() {
        process.tracing.handle(
                List.of(new Cause("test", "alice", ALICES), new Cause("test", "bob", BOBS)),
                () -> process.transaction().executeWithoutResult(status -> {
                    process.outbox.publish(OutboxProcess.message(topic, "bob", "1"));
                    process.outbox.publish(OutboxProcess.message(topic, "alice", "2"));
                    process.outbox.publish(OutboxProcess.message(topic, "carol", "3"));
                }));

        List<ConsumerRecord<String, byte[]>> sent = Broker.read(topic, 3);
        assertThat(sent).extracting(ConsumerRecord::key).containsExactly("bob", "alice", "carol");
        assertThat(sent).extracting(OutboxTraceTest::trace).containsExactly(BOBS.toString(), ALICES.toString(), "none");
    }

    /** Messages that may be behind a row left by a crash are sent from the table, not from memory. */
    @Test
    void keepsTheTraceInTheRowForTheSweep() {
        process.leaveBehind(topic, "alice", "1");
        process.tracing.handle(
                List.of(new Cause("test", "alice", ALICES)), () -> process.publishAfterOthers(topic, "alice", "2"));

        process.sweep.sweepAll();

        assertThat(Broker.read(topic, 2)).extracting(OutboxTraceTest::trace).containsExactly("none", ALICES.toString());
    }

    private static String trace(ConsumerRecord<String, byte[]> record) {
        Header header = record.headers().lastHeader("traceparent");
        return header == null ? "none" : new String(header.value(), UTF_8);
    }
}
