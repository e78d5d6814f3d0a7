package dev.layeredsaga.messaging.startup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class StartupCheckTest {

    private final Infrastructure infrastructure = SharedInfrastructure.get();

    @AfterEach
    void startRedisAgain() {
        infrastructure.redis().start();
    }

    @Test
    void letsAServiceStartWhenEverythingIsThere() {
        assertThatCode(() -> SpringApplication.run(SmallService.class, arguments("30s"))
                        .close())
                .doesNotThrowAnyException();
    }

    @Test
    void goesOnWhenAServerComesUpLate(CapturedOutput output) throws Exception {
        infrastructure.redis().stop();
        try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
            CompletableFuture<Void> starting = CompletableFuture.runAsync(
                    () -> SpringApplication.run(SmallService.class, arguments("30s"))
                            .close(),
                    thread);
            await().until(() -> output.getAll().contains("waiting for Redis at localhost:" + port()));
            infrastructure.redis().start();

            assertThat(starting).succeedsWithin(java.time.Duration.ofSeconds(20));
        }
    }

    @Test
    void endsTheProcessWithOneLineAndStatusOne() throws Exception {
        infrastructure.redis().stop();

        Process process = startProcess(arguments("0s"));
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);

        assertThat(process.waitFor()).isEqualTo(1);
        assertThat(output)
                .containsOnlyOnce(
                        "small-service cannot start: Redis is not reachable at localhost:%d (Connection refused)"
                                .formatted(port()))
                .doesNotContain("\tat ", "Exception", "APPLICATION FAILED TO START");
    }

    @Test
    void namesASettingThatMakesNoSense() throws Exception {
        List<String> arguments = new ArrayList<>(List.of(arguments("0s")));
        arguments.add("--messaging.topics.partitions=many");

        Process process = startProcess(arguments.toArray(String[]::new));
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);

        assertThat(process.waitFor()).isEqualTo(1);
        assertThat(output)
                .containsOnlyOnce("small-service cannot start: messaging.topics.partitions is not set right:")
                .contains("many")
                .doesNotContain("\tat ", "APPLICATION FAILED TO START");
    }

    private int port() {
        return infrastructure.redis().port();
    }

    private String[] arguments(String wait) {
        return new String[] {
            "--spring.application.name=small-service",
            "--spring.main.banner-mode=off",
            "--spring.main.web-application-type=none",
            "--messaging.startup.wait=" + wait,
            "--spring.datasource.url=" + infrastructure.postgres().jdbcUrl("postgres"),
            "--spring.datasource.username=" + infrastructure.postgres().user(),
            "--spring.datasource.password=" + infrastructure.postgres().password(),
            "--spring.kafka.bootstrap-servers=" + infrastructure.kafkaBootstrapServers(),
            "--inventory.redis.url=redis://localhost:" + port()
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
}
