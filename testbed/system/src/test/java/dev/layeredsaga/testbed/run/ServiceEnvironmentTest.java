package dev.layeredsaga.testbed.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.system.Service;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class ServiceEnvironmentTest {

    private static final Map<String, String> SETTINGS =
            Map.of("orchestrator.payment-gateway.api-key", "secret", "server.address", "127.0.0.1");

    @Test
    void namesEverySettingSoThatSpringBootReadsIt() {
        Map<String, Object> variables = new ServiceEnvironment(Service.ORCHESTRATOR, 8081, SETTINGS)
                .lines()
                .lines()
                .map(line -> line.split("=", 2))
                .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addFirst(new SystemEnvironmentPropertySource("test-systemEnvironment", variables));
        Binder binder = Binder.get(environment);

        assertThat(binder.bind("orchestrator.payment-gateway.api-key", Bindable.of(String.class))
                        .get())
                .isEqualTo("secret");
        assertThat(binder.bind("server.port", Bindable.of(Integer.class)).get()).isEqualTo(8081);
    }

    @Test
    void keepsTheSameByPropertyNameForAnIde(@TempDir Path folder) throws Exception {
        new ServiceEnvironment(Service.ORCHESTRATOR, 8081, SETTINGS).keepIn(folder);
        Path file = folder.resolve("saga-orchestrator.properties");
        Properties kept = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            kept.load(reader);
        }

        assertThat(kept).containsAllEntriesOf(SETTINGS).containsEntry("server.port", "8081");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void letsOnlyTheOwnerReadTheFile(@TempDir Path folder) throws Exception {
        Path file = new ServiceEnvironment(Service.ORDERS, 8080, SETTINGS).keepIn(folder.resolve("infra"));

        assertThat(file).hasFileName("order-service.env").content().contains("SERVER_PORT=8080");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }
}
