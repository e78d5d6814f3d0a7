package dev.layeredsaga.testbed.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.testbed.infrastructure.PageFiles;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure.TestDatabase;
import dev.layeredsaga.testbed.infrastructure.server.Loopback;
import dev.layeredsaga.testbed.process.Jars;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The page about a first saga, line by line: its files in an empty folder, built by Maven with what the release build has put into a
 * repository, and run as a program. Each of its commands is repeated until the answer has what the comment says.
 */
@Execution(ExecutionMode.SAME_THREAD)
@Tag("docs")
class FirstSagaIT {

    private static final Pattern STEPS = Pattern.compile("(?ms)^```sh steps\\n(.*?)^```$");
    private static final Pattern LINK = Pattern.compile("http://\\S+/console/sign-in\\?code=\\S+");
    private static final Pattern SAGA = Pattern.compile("(?m)^saga (\\S+)");
    private static final List<String> LIBRARIES = List.of(
            "contract",
            "messaging",
            "chassis",
            "engine",
            "engine-spec",
            "layered-saga-spring-boot-starter",
            "layered-saga-console",
            "payment-stub");

    @TempDir
    static Path folder;

    private final int port = Loopback.freePort();
    private final TestDatabase database = SharedInfrastructure.freshDatabase("first_saga");
    private String functions = "";

    /** In folders of its own, as the launchers; with what only a release has. */
    @BeforeAll
    static void release() throws Exception {
        mvn(
                Jars.projectRoot(),
                "-Plaunch,release",
                "-Dmaven.install.skip",
                "-Dmdep.analyze.skip",
                "-DaltDeploymentRepository=release::" + releases().toUri(),
                "-pl",
                ".,libs/bom,libs/starter,libs/console,libs/engine-spec,payment-stub",
                "-am",
                "deploy");
    }

    @Test
    void releasesLibrariesWithTheirPomsSourcesAndJavadoc() throws IOException {
        Path released = releases().resolve("dev/layeredsaga");
        try (Stream<Path> modules = Files.list(released)) {
            assertThat(modules.filter(Files::isDirectory).map(module -> String.valueOf(module.getFileName())))
                    .containsExactlyInAnyOrderElementsOf(Stream.concat(
                                    LIBRARIES.stream(),
                                    Stream.of("layered-saga", "layered-saga-bom", "testbed-infrastructure"))
                            .toList());
        }
        for (String library : LIBRARIES) {
            try (Stream<Path> files = Files.walk(released.resolve(library))) {
                assertThat(files.map(Path::toString))
                        .anyMatch(file -> file.endsWith(".pom"))
                        .anyMatch(file -> file.matches(".*-\\d+\\.jar"))
                        .anyMatch(file -> file.endsWith("-sources.jar"))
                        .anyMatch(file -> file.endsWith("-javadoc.jar"));
            }
        }
    }

    @Test
    void doesWhatThePageSays() throws Exception {
        String[] page = Files.readString(Jars.projectRoot().resolve("docs/your-first-saga.md"))
                .split("(?m)^## Add a step$");
        Path project = Files.createDirectory(folder.resolve("trips"));
        assertThat(page).hasSize(2);

        for (String part : page) {
            PageFiles.write(part, project);
            mvn(
                    project,
                    "-gs",
                    settings().toString(),
                    "-Dmaven.repo.local=" + folder.resolve("m2"),
                    "-Dmaven.repo.local.tail=" + Path.of(System.getProperty("user.home"), ".m2", "repository"),
                    "package");
            Path log = folder.resolve("service.log");
            Process service = run(project, log);
            try {
                await().until(() -> LINK.matcher(Files.readString(log)).find());
                carryOut(part);
                assertThat(console(log)).contains(ids(part));
            } finally {
                service.destroyForcibly().waitFor();
            }
        }
    }

    private Process run(Path project, Path log) throws IOException {
        ProcessBuilder program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-jar",
                        "target/trips-1.jar")
                .directory(project.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        program.environment()
                .putAll(Map.of(
                        "SERVER_PORT", Integer.toString(port),
                        "SPRING_DATASOURCE_URL", database.jdbcUrl(),
                        "SPRING_DATASOURCE_USERNAME", database.user(),
                        "SPRING_DATASOURCE_PASSWORD", database.password()));
        return program.start();
    }

    private void carryOut(String part) {
        List<String> lines = STEPS.matcher(part)
                .results()
                .flatMap(block -> block.group(1).lines())
                .filter(line -> !line.isBlank())
                .toList();
        assertThat(lines).hasSizeGreaterThan(3);
        for (String line : lines) {
            String[] step = line.replace("localhost:8080", "localhost:" + port).split(" {5}# ", 2);
            if (step.length == 1) {
                functions += line.replace("localhost:8080", "localhost:" + port) + "\n";
            } else {
                await(line).until(() -> shell(functions + step[0]), output -> output.contains(step[1]));
            }
        }
    }

    private static String shell(String commands) throws IOException, InterruptedException {
        Process shell = new ProcessBuilder("bash", "-c", commands)
                .redirectErrorStream(true)
                .start();
        String output = new String(shell.getInputStream().readAllBytes(), UTF_8);
        shell.waitFor();
        return output;
    }

    private static String[] ids(String part) {
        return SAGA.matcher(part).results().map(saga -> saga.group(1)).toArray(String[]::new);
    }

    private String console(Path log) throws Exception {
        String link = LINK.matcher(Files.readString(log))
                .results()
                .findFirst()
                .orElseThrow()
                .group();
        try (HttpClient browser =
                HttpClient.newBuilder().cookieHandler(new CookieManager()).build()) {
            HttpRequest signIn = HttpRequest.newBuilder(URI.create(link)).build();
            assertThat(browser.send(signIn, BodyHandlers.ofString()).body()).contains("You are signed in.");
            HttpRequest sagas = HttpRequest.newBuilder(URI.create(link).resolve("/console/sagas"))
                    .build();
            return browser.send(sagas, BodyHandlers.ofString()).body();
        }
    }

    private static Path releases() {
        return folder.resolve("releases");
    }

    private static Path settings() throws IOException {
        return Files.writeString(
                folder.resolve("settings.xml"), """
                <settings>
                  <profiles>
                    <profile>
                      <id>releases</id>
                      <repositories>
                        <repository>
                          <id>releases</id>
                          <url>%s</url>
                        </repository>
                      </repositories>
                    </profile>
                  </profiles>
                  <activeProfiles>
                    <activeProfile>releases</activeProfile>
                  </activeProfiles>
                </settings>
                """.formatted(releases().toUri()));
    }

    private static void mvn(Path project, String... arguments) throws IOException, InterruptedException {
        Maven.run(project, folder.resolve("maven.log"), arguments);
    }
}
