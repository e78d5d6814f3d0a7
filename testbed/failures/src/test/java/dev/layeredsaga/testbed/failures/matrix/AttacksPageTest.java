package dev.layeredsaga.testbed.failures.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.process.Jars;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that {@code docs/attacks.md} names what exists. */
class AttacksPageTest {

    private static final Path ROOT = Jars.projectRoot();
    private static final Pattern MODULE = Pattern.compile("<module>(.+)</module>");
    private static final Pattern TEST = Pattern.compile("`(\\w+(?:Test|IT))\\.(\\w+)`");
    private static final Pattern CASE = Pattern.compile("`([a-z]+(?:-[a-z]+)+)`");

    private final List<Path> tests = testSources();
    private final String lastColumns = lastColumnsOf(read(ROOT.resolve("docs/attacks.md")));

    private static String lastColumnsOf(String page) {
        return String.join(
                "\n",
                page.lines()
                        .filter(line -> line.startsWith("| "))
                        .map(line -> line.split("\\|", -1)[3])
                        .toList());
    }

    @Test
    void namesTestsThatExist() {
        List<MatchResult> named = TEST.matcher(lastColumns).results().toList();

        assertThat(named).hasSizeGreaterThan(40);
        assertThat(named.stream().filter(test -> !exists(test)).map(MatchResult::group))
                .as("are not in the sources")
                .isEmpty();
    }

    @Test
    void namesCasesOfTheMatrix() {
        String matrix = read(ROOT.resolve("docs/failure-matrix.md"));

        assertThat(CASE.matcher(lastColumns).results())
                .hasSizeGreaterThan(5)
                .allMatch(named -> matrix.contains("| " + named.group() + " |"), "is in the matrix");
    }

    private boolean exists(MatchResult test) {
        return tests.stream()
                .filter(file -> file.endsWith(test.group(1) + ".java"))
                .anyMatch(file -> read(file).contains(" void " + test.group(2) + "("));
    }

    private static List<Path> testSources() {
        return MODULE.matcher(read(ROOT.resolve("pom.xml")))
                .results()
                .map(module -> ROOT.resolve(module.group(1)).resolve("src/test/java"))
                .filter(Files::isDirectory)
                .flatMap(AttacksPageTest::filesIn)
                .toList();
    }

    private static Stream<Path> filesIn(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
