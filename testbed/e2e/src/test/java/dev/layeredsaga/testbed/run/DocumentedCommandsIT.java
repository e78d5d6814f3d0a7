package dev.layeredsaga.testbed.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import dev.layeredsaga.testbed.process.Jars;
import dev.layeredsaga.testbed.system.Addresses;
import dev.layeredsaga.testbed.system.HostedSystem;
import dev.layeredsaga.testbed.system.ServicePorts;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs the blocks of a page that are marked {@code sh runnable}, in one shell and in their order, against a system that serves. The
 * statuses that their comments name ({@code # 402: …}) have to come in that order.
 */
@Execution(ExecutionMode.SAME_THREAD)
@Tag("docs")
class DocumentedCommandsIT {

    private static final Pattern BLOCK =
            Pattern.compile("^```sh runnable\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern STATUS = Pattern.compile("# ([1-5]\\d\\d)\\b");
    private static final Pattern NEVER_MEANT = Pattern.compile("000|401|403|404|5\\d\\d");
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private static final HostedSystem SYSTEM = new HostedSystem(SharedInfrastructure.get());

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        SYSTEM.start(ServicePorts.FREE, Map.of("spring.main.banner-mode", "off"));
        Shop shop = new Shop(SYSTEM.addresses());
        List.of("book", "mug").forEach(sku -> shop.stock(sku, 100, "COUNTED"));
    }

    @AfterAll
    static void stop() {
        SYSTEM.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "docs/tour.md"})
    void doWhatTheirPageSays(String page) throws IOException, InterruptedException {
        String commands = BLOCK.matcher(Files.readString(Jars.projectRoot().resolve(page)))
                .results()
                .map(block -> block.group(1))
                .collect(Collectors.joining());
        List<String> documented = STATUS.matcher(commands)
                .results()
                .map((MatchResult status) -> status.group(1))
                .toList();
        assertThat(documented).isNotEmpty();

        String output = run(commands);

        List<String> statuses = Files.readAllLines(folder.resolve("statuses"));
        assertThat(statuses)
                .as(output)
                .noneMatch(status -> NEVER_MEANT.matcher(status).matches())
                .containsSubsequence(documented);
    }

    private String run(String commands) throws IOException, InterruptedException {
        Path tokens = folder.resolve("testbed/system/target/tokens");
        Files.createDirectories(tokens.getParent());
        Map<String, String> ports = ports(SYSTEM.addresses());
        Tokens.issue().keepIn(tokens, new ChosenPorts(ports));
        Path bin = Files.createDirectory(folder.resolve("bin"));
        Path curl = bin.resolve("curl");
        try (InputStream shim = getClass().getResourceAsStream("/documented-curl")) {
            Files.copy(Objects.requireNonNull(shim), curl);
        }
        assertThat(curl.toFile().setExecutable(true)).isTrue();
        Path output = folder.resolve("output");
        ProcessBuilder shell = new ProcessBuilder("bash", "-euo", "pipefail", "-c", commands)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        shell.environment().putAll(ports);
        shell.environment().merge("PATH", bin.toString(), (path, first) -> first + File.pathSeparator + path);
        Process process = shell.start();
        boolean ended = process.waitFor(LIMIT);
        process.destroyForcibly();
        String written = Files.readString(output);
        assertThat(ended).as("ended within %s: %s", LIMIT, written).isTrue();
        assertThat(process.exitValue()).as(written).isZero();
        return written;
    }

    private static Map<String, String> ports(Addresses addresses) {
        return Map.of(
                "ORDER_SERVICE_PORT", port(addresses.orders()),
                "SAGA_ORCHESTRATOR_PORT", port(addresses.orchestrator()),
                "INVENTORY_SERVICE_PORT", port(addresses.inventory()),
                "PAYMENT_STUB_PORT", port(addresses.paymentStub()));
    }

    private static String port(URI address) {
        return Integer.toString(address.getPort());
    }
}
