package dev.layeredsaga.testbed.infrastructure;

import dev.layeredsaga.testbed.infrastructure.server.Loopback;
import dev.layeredsaga.testbed.infrastructure.server.ServerStartException;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * The settings with which a service that is started from an IDE finds its servers.
 *
 * @param settings Spring settings, by property name
 * @param origin where the servers and the tokens come from, in words for the console
 */
public record DevelopmentSettings(Map<String, String> settings, String origin) {

    private static final Path SHARED = Path.of("testbed", "system", "target", "infra");
    private static final String KAFKA = "spring.kafka.bootstrap-servers";

    public DevelopmentSettings {
        settings = Map.copyOf(settings);
    }

    /**
     * Returns the settings that {@code ./run --infra} keeps for the service while it serves, else those of embedded servers, which end
     * with this JVM.
     *
     * @param service the name of its module
     * @param database the name of its database
     * @throws ServerStartException if an embedded server fails to start
     */
    public static DevelopmentSettings of(String service, String database) {
        Path file = ProjectFolder.find().resolve(SHARED).resolve(service + ".properties");
        return shared(file).orElseGet(() -> embedded(database));
    }

    static Optional<DevelopmentSettings> shared(Path file) {
        Map<String, String> settings = new HashMap<>();
        try (Reader reader = Files.newBufferedReader(file)) {
            Properties properties = new Properties();
            properties.load(reader);
            properties.forEach((name, value) -> settings.put(name.toString(), value.toString()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        // Kafka lives in the process that has written the file, which may have been killed
        return Loopback.answers(kafkaPort(settings, file))
                ? Optional.of(new DevelopmentSettings(
                        settings, "servers of ./run --infra; tokens in testbed/system/target/tokens"))
                : Optional.empty();
    }

    private static int kafkaPort(Map<String, String> settings, Path file) {
        String address = settings.getOrDefault(KAFKA, "");
        try {
            return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
        } catch (NumberFormatException e) {
            throw new IllegalStateException("%s=%s in %s has no port".formatted(KAFKA, address, file), e);
        }
    }

    private static DevelopmentSettings embedded(String database) {
        Map<String, String> settings = new HashMap<>(SharedInfrastructure.springProperties(database));
        settings.put("server.address", Loopback.HOST);
        LocalIssuer issuer = LocalIssuer.get();
        return new DevelopmentSettings(settings, """
                embedded servers of its own; ./run --infra starts servers and a payment stub for all services
                TOKEN=%s
                ADMIN=%s
                """.formatted(issuer.customer("me"), issuer.operator("admin")));
    }

    /** Returns the settings as arguments of a Spring application, without those that its own arguments set. */
    public String[] arguments(String... own) {
        return Stream.concat(
                        settings.entrySet().stream()
                                .map(setting -> "--" + setting.getKey() + "=" + setting.getValue())
                                .filter(argument -> Stream.of(own).noneMatch(other -> setsTheSame(argument, other))),
                        Stream.of(own))
                .toArray(String[]::new);
    }

    private static boolean setsTheSame(String argument, String other) {
        return other.startsWith(argument.substring(0, argument.indexOf('=') + 1));
    }
}
