package dev.layeredsaga.testbed.shipping;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure.TestDatabase;
import dev.layeredsaga.testbed.node.NodeProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** The Node program of docs/writing-a-consumer.md, as it stands there, where there is Node. */
@Tag("docs")
class NodeShipmentsTest {

    private static final String CONFIRMED = """
        {"customerId": "customer-7", "lines": [
          {"sku": "book", "quantity": 2, "unitPrice": {"amount": 9007199254740991, "currency": "KRW"}}]}\
        """;

    private final String order = UUID.randomUUID().toString();
    private final String kafka = SharedInfrastructure.get().kafkaBootstrapServers();
    private final TestDatabase shipping = SharedInfrastructure.freshDatabase("shipping");
    private final JdbcClient database =
            JdbcClient.create(new DriverManagerDataSource(shipping.jdbcUrl(), shipping.user(), shipping.password()));

    @TempDir
    private Path folder;

    @Test
    void putsAsideWhatItCannotReadAndShipsTheNextOrderOnce() throws IOException, InterruptedException {
        EventTopics.create("saga.events");
        for (String statement :
                NodeProgram.code("writing-a-consumer", "sql").strip().split(";", 0)) {
            database.sql(statement).update();
        }
        sendAll();
        try (NodeProgram program = NodeProgram.start(folder, NodeProgram.code("writing-a-consumer", "js"), shipping)) {
            await().until(() -> !program.isAlive() || read() == 9);
            assertThat(program.isAlive()).isTrue();
            assertThat(program.log().stream().filter(line -> line.startsWith("put aside offset")))
                    .hasSizeGreaterThanOrEqualTo(9);
        }
        // the topic has the orders of other tests, too
        assertThat(database.sql("SELECT lines -> 0 -> 'unitPrice' ->> 'amount' FROM shipment WHERE order_id = ?::uuid")
                        .param(order)
                        .query(String.class)
                        .list())
                .containsExactly("9007199254740991");
    }

    private void sendAll() {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka), new StringSerializer(), new StringSerializer())) {
            List<ProducerRecord<String, String>> records = Stream.of(
                            event(null, "SagaStarted", "1", "{}"),
                            event("none", "SagaStarted", "1", "{}"),
                            event(order, "SagaStarted", null, "{}"),
                            event(order, "SagaStarted", "first", "{}"),
                            event(order, null, "1", "{}"),
                            event(order, "OrderConfirmed", "1", null),
                            event(order, "OrderConfirmed", "1", "{"),
                            event(order, "OrderConfirmed", "1", "{}"),
                            event(order, "OrderConfirmed", "1", CONFIRMED.replace("book", "\\u0000")),
                            event(order, "SagaStarted", "1", "{}"),
                            event(order, "OrderConfirmed", "2", CONFIRMED),
                            event(order, "OrderConfirmed", "2", CONFIRMED),
                            event(order, "SagaStarted", "9", "{}"))
                    .toList();
            records.forEach(record -> {
                var unused = producer.send(record);
            });
        }
    }

    private static ProducerRecord<String, String> event(
            @Nullable String key, @Nullable String type, @Nullable String sequence, @Nullable String value) {
        ProducerRecord<String, String> record = new ProducerRecord<>("saga.events", key, value);
        record.headers().add("ce_type", type == null ? null : type.getBytes(UTF_8));
        record.headers().add("ce_sequence", sequence == null ? null : sequence.getBytes(UTF_8));
        return record;
    }

    private long read() {
        return database.sql("SELECT sequence FROM saga_read WHERE saga_id = ?::uuid")
                .param(order)
                .query(Long.class)
                .optional()
                .orElse(0L);
    }
}
