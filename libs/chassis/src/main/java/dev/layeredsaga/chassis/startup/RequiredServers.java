package dev.layeredsaga.chassis.startup;

import dev.layeredsaga.messaging.failure.StartupException;
import java.util.List;
import java.util.function.Supplier;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.core.env.Environment;

/** The servers that every service requires: its PostgreSQL and Kafka. Redis is not required. */
final class RequiredServers {

    private static final String DATABASE = "spring.datasource.url";
    private static final String KAFKA = "spring.kafka";

    private RequiredServers() {}

    /** @throws StartupException if a server's address is missing from the configuration or malformed */
    static List<RequiredServer> namedIn(Environment environment) {
        return List.of(database(environment), kafka(environment));
    }

    private static RequiredServer database(Environment environment) {
        String url = environment.getProperty(DATABASE, "");
        if (url.isBlank()) {
            throw new StartupException(DATABASE + " is not set");
        }
        String user = environment.getProperty("spring.datasource.username", "");
        String password = environment.getProperty("spring.datasource.password", "");
        if (password.isBlank() && environment.matchesProfiles("production")) {
            throw new StartupException("DATABASE_PASSWORD is not set; the profile production has no default for it");
        }
        return valid(DATABASE, () -> DatabaseServer.of(url, user, password));
    }

    private static RequiredServer kafka(Environment environment) {
        KafkaProperties kafka = bound(environment, KAFKA, KafkaProperties.class);
        return valid(
                KAFKA + ".bootstrap-servers",
                () -> KafkaCluster.of(kafka.getBootstrapServers(), kafka.buildAdminProperties()));
    }

    /** @throws StartupException naming the setting that cannot be bound */
    static <T> T bound(Environment environment, String prefix, Class<T> type) {
        try {
            return Binder.get(environment).bindOrCreate(prefix, type);
        } catch (BindException e) {
            throw new StartupException(e.getName() + " is malformed: " + RequiredServer.reasonOf(e));
        }
    }

    private static RequiredServer valid(String property, Supplier<RequiredServer> server) {
        try {
            return server.get();
        } catch (IllegalArgumentException e) {
            throw new StartupException(property + " is malformed: " + RequiredServer.reasonOf(e));
        }
    }
}
