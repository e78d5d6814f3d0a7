package dev.layeredsaga.testbed.shipping;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure.TestDatabase;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
              {"sku": "book", "quantity": 2, "unitPrice": {"amount": 9007199254740991, "currency": "KRW"}}]}""";

    private final String order = UUID.randomUUID().toString();
    private final String kafka = SharedInfrastructure.get().kafkaBootstrapServers();
    private final TestDatabase shipping = SharedInfrastructure.freshDatabase("shipping");
    private final JdbcClient database =
            JdbcClient.create(new DriverManagerDataSource(shipping.jdbcUrl(), shipping.user(), shipping.password()));

    @TempDir
    private Path folder;

    @Test
    void putsAsideWhatItCannotReadAndShipsTheNextOrderOnce() throws IOException, InterruptedException {
        assumeThat(isOnThePath("npm")).isTrue();
        EventTopics.create("saga.events");
        for (String statement : code("sql").strip().split(";", 0)) {
            database.sql(statement).update();
        }
        sendAll();
        Files.writeString(folder.resolve("package.json"), "{\"type\": \"module\"}");
        Files.writeString(
                folder.resolve("shipping.js"),
                code("js")
                        .replace("localhost:9092", kafka)
                        .replaceFirst(
                                "postgresql://[^\"]*",
                                shipping.jdbcUrl()
                                        .replace(
                                                "jdbc:postgresql://",
                                                "postgresql://" + shipping.user() + ":" + shipping.password() + "@")));
        assertThat(start("npm", "install", "--no-audit", "--no-fund", "kafkajs@2", "pg@8")
                        .waitFor())
                .isZero();

        Process program = start("node", "shipping.js");
        try {
            await().until(() -> !program.isAlive() || read() == 9);
            assertThat(program.isAlive()).isTrue();
        } finally {
            program.destroyForcibly().waitFor();
        }
        // the topic has the orders of other tests, too
        assertThat(database.sql("SELECT lines -> 0 -> 'unitPrice' ->> 'amount' FROM shipment WHERE order_id = ?::uuid")
                        .param(order)
                        .query(String.class)
                        .list())
                .containsExactly("9007199254740991");
        assertThat(Files.readAllLines(folder.resolve("node.log")).stream()
                        .filter(line -> line.startsWith("put aside offset")))
                .hasSizeGreaterThanOrEqualTo(9);
    }

    private static boolean isOnThePath(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .anyMatch(entry -> Files.isExecutable(Path.of(entry, program)));
    }

    private Process start(String... command) throws IOException {
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(command[0] + ".log").toFile())
                .start();
    }

    private static String code(String language) throws IOException {
        String page = Files.readString(Path.of("../../docs/writing-a-consumer.md"));
        Matcher code =
                Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(page);
        assertThat(code.find()).isTrue();
        return code.group(1);
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
