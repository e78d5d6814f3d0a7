package dev.layeredsaga.testbed.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.process.Jars;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** A build inside a test, by the project's own Maven. */
final class Maven {

    private static final Duration LONGEST = Duration.ofMinutes(25);

    private Maven() {}

    /** Fails with what Maven has printed unless the build is successful. */
    static void run(Path project, Path log, String... arguments) throws IOException, InterruptedException {
        List<String> command = Stream.concat(
                        Stream.of(
                                Jars.projectRoot()
                                        .resolve("mvnw")
                                        .toAbsolutePath()
                                        .toString(),
                                "-q"),
                        Stream.of(arguments))
                .toList();
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(project.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process maven = builder.start();
        boolean ended = maven.waitFor(LONGEST);
        maven.destroyForcibly();
        assertThat(ended && maven.exitValue() == 0)
                .as(String.join(" ", command) + "\n" + Files.readString(log))
                .isTrue();
    }
}
