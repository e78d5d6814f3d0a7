package dev.layeredsaga.testbed.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class DockerfileTest {

    private static final Pattern MODULE = Pattern.compile("<module>(.+)</module>");

    /** Maven refuses to build a part of the project if the pom of any module is missing. */
    @Test
    void copiesThePomOfEveryModule() throws IOException {
        Path root = Jars.projectRoot();
        String dockerfile = Files.readString(root.resolve("docker").resolve("Dockerfile"));

        assertThat(MODULE.matcher(Files.readString(root.resolve("pom.xml"))).results())
                .isNotEmpty()
                .extracting(module -> module.group(1))
                .allSatisfy(module -> assertThat(dockerfile).contains("COPY %1$s/pom.xml %1$s/".formatted(module)));
    }

    /** The compiler's checks run in Maven's JVM and need access to its modules. */
    @Test
    void takesTheOptionsOfMavensJvmAlong() throws IOException {
        Path root = Jars.projectRoot();

        assertThat(Files.readString(root.resolve("docker").resolve("Dockerfile")))
                .contains("COPY .mvn/jvm.config .mvn/");
        assertThat(Files.readAllLines(root.resolve(".dockerignore"))).contains("!.mvn/jvm.config");
    }
}
