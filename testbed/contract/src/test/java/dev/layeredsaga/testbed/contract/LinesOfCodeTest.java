package dev.layeredsaga.testbed.contract;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingLong;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Keeps each module's main code within its budget, the figure in {@code lines-of-code.txt}. A module that needs more says so by an edit of its
 * figure; one that has become shorter has a lower figure from then on ({@code -Dlines-of-code.update} writes all of them).
 */
class LinesOfCodeTest {

    private static final Path BUDGETS = Path.of("src/test/resources/lines-of-code.txt");

    /** A budget may be so much above what a module has. */
    private static final long SLACK = 40;

    /** Blank lines, comments, imports, the package, lone braces, and annotations on a line of their own. */
    private static final Pattern NO_CODE = Pattern.compile("\\s*"
            + "|\\s*(//|\\*|/\\*).*"
            + "|(import|package) .*"
            + "|\\s*[{}();,]+\\s*"
            + "|\\s*@[A-Za-z.]+(\\([^()]*\\))?\\s*");

    @Test
    void staysWithinEachModulesBudget() throws IOException {
        Map<String, Long> lines = linesByModule();
        if (Boolean.getBoolean("lines-of-code.update")) {
            Files.writeString(BUDGETS, inWords(lines));
        }
        Map<String, Long> budgets = Files.readAllLines(BUDGETS).stream()
                .map(line -> line.strip().split("\\s+", 2))
                .collect(Collectors.toMap(line -> line[1], line -> Long.parseLong(line[0])));

        assertThat(lines).hasSameSizeAs(budgets);
        assertThat(lines).allSatisfy((module, count) -> {
            long budget = budgets.getOrDefault(module, 0L);
            assertThat(count)
                    .as("lines of code of %s; make it shorter, or change its figure in %s", module, BUDGETS)
                    .isBetween(budget - SLACK, budget);
        });
    }

    @Test
    void countsWhatIsCode() {
        String source = """
            package a;

            import java.util.List;

            /**
             * A shop.
             */
            @Component
            @Order(1)
            class Shop {
                // a field
                @Nullable String name;

                void open() {
                    call(
                            1,
                            2
                    );
                }
            }
            """;

        assertThat(linesOf(source.lines())).isEqualTo(6);
    }

    private static Map<String, Long> linesByModule() throws IOException {
        Path root = Path.of("../..");
        return JavaSources.filesBelow(root).stream()
                .map(file -> root.relativize(file).toString().replace('\\', '/'))
                .filter(file -> file.contains("/src/main/"))
                .collect(groupingBy(
                        file -> file.substring(0, file.indexOf("/src/main/")),
                        TreeMap::new,
                        summingLong(file -> linesOf(root.resolve(file)))));
    }

    private static long linesOf(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return linesOf(lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long linesOf(Stream<String> lines) {
        return lines.filter(line -> !NO_CODE.matcher(line).matches()).count();
    }

    private static String inWords(Map<String, Long> lines) {
        return lines.entrySet().stream()
                .map(module -> "%6d  %s%n".formatted(module.getValue(), module.getKey()))
                .collect(Collectors.joining());
    }
}
