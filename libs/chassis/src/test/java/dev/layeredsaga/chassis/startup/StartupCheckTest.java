package dev.layeredsaga.chassis.startup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.server.Loopback;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class StartupCheckTest {

    private final Infrastructure infrastructure = SharedInfrastructure.get();
    private final LateRelay relay = new LateRelay();

    private final int latePort = Loopback.freePort();

    @AfterEach
    void close() throws IOException {
        relay.close();
    }

    @Test
    void letsAServiceStartWhenEverythingIsThere() {
        int port = infrastructure.postgres().port();

        assertThatCode(() -> SpringApplication.run(SmallService.class, arguments("30s", port))
                        .close())
                .doesNotThrowAnyException();
    }

    @Test
    void goesOnWhenAServerComesUpLate(CapturedOutput output) throws Exception {
        try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
            CompletableFuture<Void> starting = CompletableFuture.runAsync(
                    () -> SpringApplication.run(SmallService.class, arguments("30s", latePort))
                            .close(),
                    thread);
            await().until(() -> output.getAll().contains("waiting for PostgreSQL at localhost:" + latePort));
            relay.open(latePort, infrastructure.postgres().port());

            assertThatCode(starting::join).doesNotThrowAnyException();
        }
    }

    @Test
    void endsTheProcessWithOneLineAndStatusOne() throws Exception {
        Process process = startProcess(arguments("0s", latePort));
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);

        assertThat(process.waitFor()).isEqualTo(1);
        assertThat(output)
                .containsOnlyOnce(
                        "small-service cannot start: PostgreSQL is not reachable at localhost:%d (Connection refused)"
                                .formatted(latePort))
                .doesNotContain("\tat ", "Exception", "APPLICATION FAILED TO START");
    }

    @ParameterizedTest
    @CsvSource({"messaging.topics.partitions, messaging.topics.partitions", "small.size, ${small.size:1}"})
    void namesASettingThatMakesNoSense(String setting, String inTheLine) throws Exception {
        List<String> arguments = new ArrayList<>(
                List.of(arguments("0s", infrastructure.postgres().port())));
        arguments.add("--" + setting + "=many");

        Process process = startProcess(arguments.toArray(String[]::new));
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);

        assertThat(process.waitFor()).isEqualTo(1);
        assertThat(output)
                .containsOnlyOnce("small-service cannot start: " + inTheLine + " is not set right:")
                .contains("many")
                .doesNotContain("\tat ", "APPLICATION FAILED TO START");
    }

    private String[] arguments(String wait, int databasePort) {
        return new String[] {
            "--spring.application.name=small-service",
            "--spring.main.banner-mode=off",
            "--spring.main.web-application-type=none",
            "--messaging.startup.enabled=true",
            "--messaging.startup.wait=" + wait,
            "--spring.datasource.url=jdbc:postgresql://localhost:%d/postgres".formatted(databasePort),
            "--spring.datasource.username=" + infrastructure.postgres().user(),
            "--spring.datasource.password=" + infrastructure.postgres().password(),
            "--spring.kafka.bootstrap-servers=" + infrastructure.kafkaBootstrapServers()
        };
    }

    private static Process startProcess(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                SmallService.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    /** A port that is closed at first; once opened, it forwards to another one. */
    private static final class LateRelay implements AutoCloseable {

        private @Nullable ServerSocket listening;

        void open(int port, int target) throws IOException {
            ServerSocket opened = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
            listening = opened;
            Thread.startVirtualThread(() -> acceptAll(opened, target));
        }

        private static void acceptAll(ServerSocket listening, int target) {
            try {
                while (!listening.isClosed()) {
                    Socket client = listening.accept();
                    Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                    Thread.startVirtualThread(() -> forward(client, server));
                    Thread.startVirtualThread(() -> forward(server, client));
                }
            } catch (IOException closed) {
                // the test is over
            }
        }

        private static void forward(Socket from, Socket to) {
            try (from;
                    to) {
                from.getInputStream().transferTo(to.getOutputStream());
            } catch (IOException closed) {
                // one of the two has ended the connection
            }
        }

        @Override
        public void close() throws IOException {
            if (listening != null) {
                listening.close();
            }
        }
    }
}
