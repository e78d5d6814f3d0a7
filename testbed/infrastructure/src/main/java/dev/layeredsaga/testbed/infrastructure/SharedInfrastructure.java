package dev.layeredsaga.testbed.infrastructure;

import dev.layeredsaga.testbed.infrastructure.Infrastructure.StartListener;
import dev.layeredsaga.testbed.infrastructure.server.ServerStartException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The infrastructure that all tests of one JVM share: started on first use, closed when the JVM ends. The system property
 * {@code infra} selects it: {@code embedded} (default) or {@code docker}.
 */
public final class SharedInfrastructure {

    private static final AtomicInteger DATABASES = new AtomicInteger();

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

    private static Infrastructure closedAtTheEnd(Infrastructure infrastructure) {
        JvmEnd.closeAfterApplications(infrastructure);
        infrastructure.start();
        return infrastructure;
    }

    private static final class Holder {
        static final Infrastructure SHARED = SharedInfrastructure.start();
    }
}
