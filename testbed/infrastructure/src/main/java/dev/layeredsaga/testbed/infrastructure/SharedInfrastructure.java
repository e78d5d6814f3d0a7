package dev.layeredsaga.testbed.infrastructure;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.springframework.boot.SpringApplication;

/**
 * The infrastructure that all tests of one JVM share: started on first use, closed when the JVM ends. The system property
 * {@code infra} selects it: {@code embedded} (default) or {@code docker}.
 */
public final class SharedInfrastructure {

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
        var fresh = TestDatabases.fresh(database);
        Map<String, String> properties = new HashMap<>(LocalIssuer.get().settings());
        properties.put("spring.datasource.url", fresh.jdbcUrl());
        properties.put("spring.datasource.username", fresh.user());
        properties.put("spring.datasource.password", fresh.password());
        properties.put("spring.kafka.bootstrap-servers", get().kafkaBootstrapServers());
        properties.put("inventory.redis.url", get().redisUrl());
        return Map.copyOf(properties);
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
