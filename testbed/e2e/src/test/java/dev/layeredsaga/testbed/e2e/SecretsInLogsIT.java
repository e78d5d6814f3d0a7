package dev.layeredsaga.testbed.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.testbed.client.Http;
import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import dev.layeredsaga.testbed.infrastructure.postgres.PostgresServer;
import dev.layeredsaga.testbed.process.ServiceProcess;
import dev.layeredsaga.testbed.system.Service;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * Databases that refuse what the services write, in the middle of orders and holds: PostgreSQL and its driver would repeat every value
 * of the statement. None of them is in any log, nor in the reason of any dead letter.
 */
@Execution(ExecutionMode.SAME_THREAD)
@Tag("outage")
class SecretsInLogsIT {

    private static final String TABLES = """
            SELECT table_name FROM information_schema.tables
            WHERE table_schema IN ('public', 'layered_saga') AND table_type = 'BASE TABLE' AND table_name NOT LIKE '%schema_history'
            """;

    private static final DeployedSystem SYSTEM = DeployedSystem.get();
    private static final Shop SHOP = SYSTEM.shop();

    private final Set<String> secrets = new HashSet<>();

    @ParameterizedTest
    @EnumSource
    void areInNoLogWhenTheDatabaseRefusesRows(Service broken) {
        String sku = "secret-" + UUID.randomUUID();
        SHOP.stock(sku, 1_000, "COUNTED");
        spend(sku, 1);

        refuseRows(broken);
        try {
            spendUntilLogged(broken, sku, "SQLSTATE 23514|violates check constraint");
        } finally {
            acceptRows(broken);
        }
        awaitOrders(sku);

        for (ServiceProcess process : SYSTEM.processes()) {
            String log = process.output();
            assertThat(secrets).as("%s", process.url()).isNotEmpty().noneMatch(log::contains);
        }
        assertThat(reasonsOfDeadLetters())
                .allSatisfy(reason -> assertThat(secrets).noneMatch(reason::contains));
    }

    /** Until the broken service has met the failure, and has said so. */
    private void spendUntilLogged(Service broken, String sku, String failure) {
        ServiceProcess process = SYSTEM.process(broken);
        int before = process.output().length();
        Awaitility.await(failure + " in the log of " + broken)
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> {
                    spend(sku, 2);
                    assertThat(process.output().substring(before)).containsPattern(failure);
                });
    }

    /** Orders and holds whose customer, payment method and token no other has; some are refused. */
    private void spend(String sku, int count) {
        Http http = new Http(Duration.ofSeconds(20));
        for (int i = 0; i < count; i++) {
            String customer = secret("");
            Map<String, Object> line = Map.of("sku", sku, "quantity", 1);
            http.post(
                    SYSTEM.addresses().orders(),
                    "/orders",
                    Map.of("customerId", customer, "lines", List.of(line), "paymentMethod", secret("pm_")),
                    Map.of("Idempotency-Key", secret("")));
            Http.Reply hold = http.post(
                    SYSTEM.addresses().inventory(),
                    "/claims",
                    Map.of("owner", secret(""), "lines", List.of(line), "ttlSeconds", 3),
                    Map.of());
            if (hold.status() == 201) {
                String token = hold.body().path("token").asString();
                secrets.add(token);
                http.post(
                        SYSTEM.addresses().inventory(),
                        "/claims/" + hold.body().path("claimId").asString() + "/extension",
                        Map.of("ttlSeconds", 4),
                        Map.of("Claim-Token", token));
            }
        }
    }

    private String secret(String prefix) {
        String secret = UUID.randomUUID().toString().replace("-", "");
        secrets.add(secret);
        return prefix + secret;
    }

    private static void awaitOrders(String sku) {
        Awaitility.await().atMost(Duration.ofSeconds(60)).ignoreExceptions().until(() -> {
            String order = SHOP.order(sku, "pm_ok");
            SHOP.awaitEndOf(List.of(order), Duration.ofSeconds(20));
            return SHOP.statusOf(order).equals("CONFIRMED");
        });
    }

    /** Every new row and every changed one fails; PostgreSQL says which, with all of its values. */
    private static void refuseRows(Service service) {
        JdbcClient database = database(service);
        tablesOf(database)
                .forEach(table -> database.sql(
                                "ALTER TABLE %s ADD CONSTRAINT refused CHECK (false) NOT VALID".formatted(table))
                        .update());
    }

    private static void acceptRows(Service service) {
        JdbcClient database = database(service);
        tablesOf(database)
                .forEach(table -> database.sql("ALTER TABLE %s DROP CONSTRAINT refused".formatted(table))
                        .update());
    }

    private static List<String> tablesOf(JdbcClient database) {
        return database.sql(TABLES)
                .query((row, number) -> row.getString("table_name"))
                .list();
    }

    private static JdbcClient database(Service service) {
        return client(service.database());
    }

    private static JdbcClient client(String database) {
        PostgresServer postgres = SYSTEM.infrastructure().postgres();
        return JdbcClient.create(
                new DriverManagerDataSource(postgres.jdbcUrl(database), postgres.user(), postgres.password()));
    }

    private static List<String> reasonsOfDeadLetters() {
        return Topics.ALL.stream()
                .flatMap(topic -> new PublishedRecords(
                                SYSTEM.infrastructure().kafkaBootstrapServers(), Topics.deadLettersOf(topic))
                        .all().stream())
                .map((ConsumerRecord<String, String> letter) -> PublishedRecords.header(letter, "dead_letter_reason"))
                .collect(Collectors.toList());
    }
}
