package dev.layeredsaga.testbed.infrastructure;

import dev.layeredsaga.testbed.infrastructure.Infrastructure.StartListener;
import dev.layeredsaga.testbed.infrastructure.server.ServerStartException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.springframework.boot.SpringApplication;

/**
 * The infrastructure that all tests of one JVM share: started on first use, closed when the JVM ends. The system property
 * {@code infra} selects it: {@code embedded} (default) or {@code docker}.
 */
public final class SharedInfrastructure {

    private static final AtomicInteger DATABASES = new AtomicInteger();
    private static final Duration HOOKS_START = Duration.ofMillis(200);

    private SharedInfrastructure() {}

    /** @throws ServerStartException if a server fails to start */
    public static Infrastructure get() {
        return Holder.SHARED;
    }

    /**
     * Creates a database for one test and returns Spring's settings for it, for the other servers, and for trusting the
     * {@link LocalIssuer}. For {@code DynamicPropertyRegistry}:
     *
     * <pre>{@code SharedInfrastructure.springProperties("orders").forEach((key, value) -> registry.add(key, () -> value));}</pre>
     *
     * @param database the prefix of the new database's name
     */
    public static Map<String, String> springProperties(String database) {
        Map<String, String> settings =
                new HashMap<>(ServiceSettings.on(get(), freshDatabase(database).name()));
        // with 3 s, a group stands still for that long whenever a further instance starts or stops
        settings.put("spring.kafka.consumer.heartbeat-interval", "300ms");
        return Map.copyOf(settings);
    }

    /** A database for one test, with its credentials. */
    public record TestDatabase(String name, String jdbcUrl, String user, String password) {}

    /**
     * Creates an empty database, so that tests are isolated from each other.
     *
     * @param prefix the prefix of the name, in lower-case letters, digits and underscores
     */
    public static TestDatabase freshDatabase(String prefix) {
        var postgres = get().postgres();
        var name = "%s_%d".formatted(prefix, DATABASES.incrementAndGet());
        postgres.createDatabase(name);
        return new TestDatabase(name, postgres.jdbcUrl(name), postgres.user(), postgres.password());
    }

    private static Infrastructure start() {
        var kind = System.getProperty("infra", "embedded");
        return switch (kind) {
            case "embedded" -> closedAtTheEnd(new EmbeddedInfrastructure(EmbeddedSettings.forTests()));
            case "docker" -> closedAtTheEnd(new DockerInfrastructure(StartListener.SILENT));
            default -> throw new IllegalArgumentException("infra is neither embedded nor docker: " + kind);
        };
    }

    /** Closes after the application contexts, because a context without Kafka takes half a minute to close. */
    private static Infrastructure closedAtTheEnd(Infrastructure infrastructure) {
        SpringApplication.getShutdownHandlers().add(infrastructure::close);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> closeUnlessSpringDoes(infrastructure), "servers-close"));
        infrastructure.start();
        return infrastructure;
    }

    /** Waits for Spring's shutdown hook, which exists only if an application has run in this JVM; all hooks start at the same time. */
    private static void closeUnlessSpringDoes(Infrastructure infrastructure) {
        long begin = System.nanoTime();
        boolean springCloses = isSpringShuttingDown();
        while (!springCloses && System.nanoTime() - begin < HOOKS_START.toNanos()) {
            LockSupport.parkNanos(HOOKS_START.dividedBy(10).toNanos());
            springCloses = isSpringShuttingDown();
        }
        if (!springCloses) {
            infrastructure.close();
        }
    }

    private static boolean isSpringShuttingDown() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("SpringApplicationShutdownHook"));
    }

    private static final class Holder {
        static final Infrastructure SHARED = SharedInfrastructure.start();
    }
}
