package dev.layeredsaga.testbed.shipping;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The consumer of docs/writing-a-consumer.md, as it stands there: it is compiled and run, and stands what our own consumers stand. */
@SpringBootTest(properties = "spring.kafka.consumer.auto-offset-reset=earliest")
class ShipmentsTest {

    private static final Path PAGE = Path.of("../../docs/writing-a-consumer.md");
    private static final String CONFIRMED = """
            {"customerId": "customer-7", "lines": [{"sku": "book", "quantity": 2}]}""";

    private final UUID order = UUID.randomUUID();

    @Autowired
    private KafkaTemplate<String, String> kafka;

    @Autowired
    private JdbcClient database;

    @SpringBootApplication
    static class Shipping {}

    @DynamicPropertySource
    static void infrastructure(DynamicPropertyRegistry properties) {
        EventTopics.create("saga.events", "shipping.dlt");
        TestDatabase own = SharedInfrastructure.freshDatabase("shipping");
        properties.add(
                "spring.kafka.bootstrap-servers",
                () -> SharedInfrastructure.get().kafkaBootstrapServers());
        properties.add("spring.datasource.url", own::jdbcUrl);
        properties.add("spring.datasource.username", own::user);
        properties.add("spring.datasource.password", own::password);
    }

    @BeforeEach
    void createTables() throws IOException {
        Matcher sql = Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(PAGE));
        assertThat(sql.find()).isTrue();
        for (String statement : sql.group(1).strip().split(";", 0)) {
            database.sql(statement.replace("CREATE TABLE", "CREATE TABLE IF NOT EXISTS"))
                    .update();
        }
    }

    @Test
    void isTheCodeOnThePage() throws IOException {
        String source = Files.readString(Path.of("src/test/java/dev/layeredsaga/testbed/shipping/Shipments.java"));

        assertThat(Files.readString(PAGE))
                .contains("```java\n" + source.substring(source.indexOf("@Component")) + "```");
    }

    @Test
    void putsAsideWhatItCannotReadAndShipsTheNextOrderOnce() {
        String key = order.toString();
        send(null, "SagaStarted", "1", "{}");
        send("none", "SagaStarted", "1", "{}");
        send(key, "SagaStarted", null, "{}");
        send(key, "SagaStarted", "first", "{}");
        send(key, null, "1", "{}");
        send(key, "OrderConfirmed", "1", null);
        send(key, "OrderConfirmed", "1", "{");
        send(key, "OrderConfirmed", "1", "{}");
        send(key, "OrderConfirmed", "1", CONFIRMED.replace("book", "\\u0000"));

        send(key, "SagaStarted", "1", "{}");
        send(key, "OrderConfirmed", "2", CONFIRMED);
        send(key, "OrderConfirmed", "2", CONFIRMED);
        send(key, "SagaStarted", "9", "{}");

        await().until(() -> read() == 9);
        assertThat(database.sql("SELECT customer || ': ' || (lines -> 0 ->> 'sku') FROM shipment WHERE order_id = ?")
                        .param(order)
                        .query(String.class)
                        .list())
                .containsExactly("customer-7: book");
        await().until(() -> new PublishedRecords("shipping.dlt").all().size() >= 9);
    }

    private long read() {
        return database.sql("SELECT sequence FROM saga_read WHERE saga_id = ?")
                .param(order)
                .query(Long.class)
                .optional()
                .orElse(0L);
    }

    /** Null for a record without a key or a value, and for a header without a value. */
    private void send(@Nullable String key, @Nullable String type, @Nullable String sequence, @Nullable String value) {
        ProducerRecord<String, String> record = new ProducerRecord<>("saga.events", key, value);
        record.headers().add("ce_type", type == null ? null : type.getBytes(UTF_8));
        record.headers().add("ce_sequence", sequence == null ? null : sequence.getBytes(UTF_8));
        kafka.send(record).join();
    }
}
