package dev.layeredsaga.testbed.e2e;

import static dev.layeredsaga.testbed.e2e.EventAssertions.assertPublishesEachStoryToItsEnd;
import static dev.layeredsaga.testbed.e2e.OrderAudit.assertAuditHolds;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.orchestrator.SagaOrchestratorApplication;
import dev.layeredsaga.orchestrator.ordersaga.OrderVersion2;
import dev.layeredsaga.testbed.client.SagaEvents;
import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.postgres.PostgresServer;
import dev.layeredsaga.testbed.process.ClassPathJar;
import dev.layeredsaga.testbed.process.Executable;
import dev.layeredsaga.testbed.process.SeparateSystem;
import dev.layeredsaga.testbed.process.ServiceProcess;
import dev.layeredsaga.testbed.process.TrainedPrograms;
import dev.layeredsaga.testbed.system.Service;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * The next release of the orchestrator brings version 2 of the order saga and starts orders with it at once. It comes beside the old
 * release, replaces it, is taken back with its sagas under way, and comes again, each a process of its own, while orders flow.
 */
@Execution(ExecutionMode.SAME_THREAD)
@Tag("failures")
class TwoReleasesIT {

    private static final String SKU = "two-releases";
    private static final int STOCK = 10_000;
    private static final int SOME = 20;

    /** Deadlines lie beyond this test, and a saga without its version is found after seconds. */
    private static final Map<String, String> SETTINGS = Map.of(
            "ORCHESTRATOR_ORDERSAGA_DEADLINE", "30m",
            "ORCHESTRATOR_ORDERSAGA_CLAIMTTL", "40m",
            "SAGA_DUELOOP_LOCKTIMEOUT", "3s",
            "SAGA_UNDRIVABLE_BACKOFF", "1s",
            "SAGA_UNDRIVABLE_RETRYINTERVAL", "2s");

    private final Infrastructure infrastructure = SharedInfrastructure.get();
    private final SeparateSystem system =
            new SeparateSystem(infrastructure, Map.of("SPRING_MAIN_BANNERMODE", "off"), this::programOf);
    private final Queue<String> orders = new ConcurrentLinkedQueue<>();
    private volatile boolean open = true;
    private boolean nextRelease;
    private JdbcClient sagas;
    private ServiceProcess old;

    @BeforeEach
    void startTheOldRelease() {
        system.startEach(service -> service == Service.ORCHESTRATOR ? SETTINGS : Map.of());
        old = system.instancesOf(Service.ORCHESTRATOR).getFirst();
        PostgresServer server = infrastructure.postgres();
        sagas = JdbcClient.create(new DriverManagerDataSource(
                server.jdbcUrl(Service.ORCHESTRATOR.database()), server.user(), server.password()));
    }

    @AfterEach
    void stop() {
        open = false;
        system.close();
    }

    @Test
    void everyOrderEndsOnceThroughUpdateAndRollback() throws InterruptedException {
        Shop shop = new Shop(system.addresses());
        shop.stock(SKU, STOCK, "COUNTED");
        Thread customers = Thread.ofPlatform().start(() -> order(shop));
        awaitMoreEndOf(1);

        ServiceProcess young = addTheNextRelease();
        awaitMoreEndOf(1);
        awaitMoreEndOf(2);
        old.terminate();
        awaitMoreEndOf(2);

        awaitAtLeast(5, "definition_version = 2 AND status = 'RUNNING' AND step = 'pay'");
        young.kill();
        old.startAgain();
        old.awaitReady();
        awaitMoreEndOf(1);
        awaitAtLeast(
                1, "definition_version = 2 AND status = 'STUCK' AND waits_for LIKE 'cannot be driven: no definition%'");

        young.startAgain();
        young.awaitReady();
        awaitMoreEndOf(2);
        open = false;
        customers.join();

        assertAllIsWell(shop, List.copyOf(orders));
        assertThat(old.output()).as("the old release's log").contains("this release lacks the version of its saga");
    }

    private void assertAllIsWell(Shop shop, List<String> placed) {
        shop.awaitEndOf(placed, Duration.ofMinutes(5));
        System.out.printf("%d orders, %d of them by version 2%n", placed.size(), count("definition_version = 2"));
        assertThat(placed).allSatisfy(id -> assertThat(shop.statusOf(id)).isIn("CONFIRMED", "CANCELLED"));
        assertAuditHolds(shop, SKU, STOCK, placed);
        await().untilAsserted(() -> assertPublishesEachStoryToItsEnd(SagaEvents.read(), placed));
        assertThat(publishedVersions(placed)).isEqualTo(versionsOf(placed)).containsValues(1, 2);
        await().until(() -> number("SELECT count(*) FROM held_message") == 0);
        assertThat(sagas.sql("SELECT count(*) FROM dead_letter WHERE convert_from(message_key, 'UTF8') IN (:placed)")
                        .param("placed", placed)
                        .query(Long.class)
                        .single())
                .as("dead letters")
                .isZero();
    }

    private ServiceProcess addTheNextRelease() {
        nextRelease = true;
        Map<String, String> settings = new HashMap<>(SETTINGS);
        settings.put("SPRING_MAIN_SOURCES", OrderVersion2.class.getName());
        ServiceProcess next = system.add(Service.ORCHESTRATOR, settings);
        next.awaitReady();
        return next;
    }

    /** About thirty a second, a third of them slow to pay, and some of them cancelled. */
    private void order(Shop shop) {
        for (int i = 0; open; i++) {
            String order = shop.order(SKU, i % 3 == 0 ? "pm_slow_then_ok" : "pm_ok");
            orders.add(order);
            if (i % 10 == 0) {
                var unused = shop.tryToCancel(order);
            }
            LockSupport.parkNanos(Duration.ofMillis(30).toNanos());
        }
    }

    private void awaitMoreEndOf(int version) {
        String ended = "definition_version = %d AND status IN ('COMPLETED', 'COMPENSATED')".formatted(version);
        awaitAtLeast(count(ended) + SOME, ended);
    }

    private void awaitAtLeast(long most, String condition) {
        await(condition).atMost(Duration.ofMinutes(3)).until(() -> count(condition) >= most);
    }

    private long count(String condition) {
        return number("SELECT count(*) FROM saga WHERE definition = 'order' AND " + condition);
    }

    private long number(String sql) {
        return sagas.sql(sql).query(Long.class).single();
    }

    private Map<String, Integer> versionsOf(List<String> placed) {
        Map<String, Integer> versions = new HashMap<>();
        sagas.sql("SELECT id::text, definition_version FROM saga WHERE id::text IN (:placed)")
                .param("placed", placed)
                .query(row -> {
                    versions.put(row.getString(1), row.getInt(2));
                });
        return versions;
    }

    /** Returns the version in the first event of each order. */
    private static Map<String, Integer> publishedVersions(List<String> placed) {
        return new PublishedRecords(Topics.SAGA_EVENTS)
                .all().stream()
                        .filter(event -> placed.contains(event.key()))
                        .filter(event ->
                                PublishedRecords.header(event, "ce_type").equals("SagaStarted"))
                        .collect(Collectors.toMap(
                                event -> event.key(),
                                event -> event.value().contains("\"version\":2") ? 2 : 1,
                                (first, again) -> first));
    }

    private Executable programOf(String program) {
        Executable asItIs = TrainedPrograms.FOR_TESTS.of(program);
        return nextRelease ? withVersion2(asItIs) : asItIs;
    }

    private static Executable withVersion2(Executable release) {
        Path folder = Path.of("target", "next-release").toAbsolutePath();
        Path jar = folder.resolve("application.jar");
        String version2 = OrderVersion2.class.getName().replace('.', '/') + ".class";
        try (InputStream bytes = OrderVersion2.class.getClassLoader().getResourceAsStream(version2);
                JarOutputStream more = new JarOutputStream(
                        Files.newOutputStream(Files.createDirectories(folder).resolve("version-2.jar")))) {
            more.putNextEntry(new JarEntry(version2));
            requireNonNull(bytes).transferTo(more);
            ClassPathJar.write(
                    jar,
                    List.of(release.jar(), folder.resolve("version-2.jar")),
                    SagaOrchestratorApplication.class.getName());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Executable(jar, release.options());
    }
}
