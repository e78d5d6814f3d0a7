package dev.layeredsaga.chassis.settings;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.context.annotation.Configuration;

/** Tests the check in a process with real environment variables. */
class SettingsCheckTest {

    @TempDir
    private Path folder;

    @Test
    void warnsOfMisspeltSettingsWhereverTheyAre() throws Exception {
        Files.writeString(folder.resolve("application.yaml"), """
                messaging:
                  topics:
                    partition: 3
                """);

        List<String> warnings = warnings(
                Map.of("MESSAGING_INBOX_RETENTON", "9d"),
                "-Drate-limit.customer-burts=7",
                "--messaging.listener.batchsizes=12345");

        assertThat(warnings)
                .hasSize(4)
                .allMatch(line -> line.contains(" WARN "))
                .anyMatch(line -> line.contains("unknown setting messaging.topics.partition in ")
                        && line.contains("application.yaml")
                        && line.contains(" - 3:16")
                        && line.endsWith("did you mean messaging.topics.partitions?"))
                .anyMatch(line -> line.contains("unknown setting messaging.inbox.retenton in ")
                        && line.contains("\"MESSAGING_INBOX_RETENTON\"")
                        && line.endsWith("did you mean messaging.inbox.retention?"))
                .anyMatch(line -> line.contains("unknown setting rate-limit.customer-burts in ")
                        && line.contains("systemProperties")
                        && line.endsWith("did you mean rate-limit.customer-burst?"))
                .anyMatch(line -> line.contains("unknown setting messaging.listener.batchsizes in ")
                        && line.contains("commandLineArgs")
                        && line.endsWith("did you mean messaging.listener.batch-size?"))
                .noneMatch(line -> line.contains("12345"));
    }

    @Test
    void saysNothingIfAllAreRight() throws Exception {
        Files.writeString(folder.resolve("application.yaml"), """
                messaging:
                  topics:
                    partitions: 3
                """);

        assertThat(warnings(
                        Map.of("MESSAGING_INBOX_RETENTION", "9d"),
                        "-Drate-limit.customer-burst=7",
                        "--messaging.listener.batch-size=12345"))
                .isEmpty();
    }

    private List<String> warnings(Map<String, String> environment, String property, String argument)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                property,
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Started.class.getName(),
                argument));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output.lines().filter(line -> line.contains("unknown setting")).toList();
    }

    /** A program that only starts, without servers. */
    @Configuration(proxyBeanMethods = false)
    static class Started {

        public static void main(String[] args) {
            SpringApplication application = new SpringApplication(Started.class);
            application.setDefaultProperties(
                    Map.of("messaging.startup.enabled", "false", "spring.main.web-application-type", "none"));
            application.run(args);
        }
    }
}
