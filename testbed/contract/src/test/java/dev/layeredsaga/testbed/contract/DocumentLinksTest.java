package dev.layeredsaga.testbed.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Follows the links between the project's pages, as far as they lead to files and headings of the project. */
class DocumentLinksTest {

    private static final Path ROOT = Path.of("..", "..");
    private static final Path DECISIONS = ROOT.resolve("docs/decisions");
    private static final Pattern CODE = Pattern.compile("(?ms)^ *```.*?^ *```$");
    private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:)([^)#\\s]*)(?:#([^)\\s]+))?\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");

    @Test
    void leadToWhatExists() throws IOException {
        List<Path> pages = pages();

        assertThat(pages).hasSizeGreaterThan(80);
        assertThat(pages.stream().mapToLong(page -> links(page).size()).sum()).isGreaterThan(300);
        assertThat(pages.stream()
                        .flatMap(page -> links(page).stream()
                                .filter(link -> !leadsSomewhere(page, link))
                                .map(link -> page + " " + link.group())))
                .isEmpty();
    }

    @Test
    void leadFromTheIndexToEveryDecision() throws IOException {
        List<String> indexed = links(DECISIONS.resolve("README.md")).stream()
                .map(link -> link.group(1))
                .toList();

        try (Stream<Path> files = Files.list(DECISIONS)) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> !name.equals("README.md")))
                    .hasSizeGreaterThan(50)
                    .containsExactlyInAnyOrderElementsOf(indexed);
        }
    }

    @Test
    void areFoundToLeadNowhere() {
        Path page = ROOT.resolve("README.md");

        assertThat(LINK.matcher(
                                "[a](docs/no-page.md) [b](docs/tour.md#no-heading) [c](#no-heading) ![d](docs/none.svg)")
                        .results())
                .hasSize(4)
                .noneMatch(link -> leadsSomewhere(page, link));
        assertThat(LINK.matcher(
                                "[a](docs/tour.md) [b](docs/tour.md#1-start-it) [c](docs) [d](https://example.org/none)")
                        .results())
                .hasSize(3)
                .allMatch(link -> leadsSomewhere(page, link));
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            return Stream.concat(top, docs)
                    .filter(path -> path.toString().endsWith(".md"))
                    .toList();
        }
    }

    private static List<MatchResult> links(Path page) {
        return LINK.matcher(CODE.matcher(read(page)).replaceAll("")).results().toList();
    }

    private static boolean leadsSomewhere(Path page, MatchResult link) {
        Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
        String anchor = link.group(2);
        return Files.exists(target)
                && (anchor == null
                        || HEADING.matcher(CODE.matcher(read(target)).replaceAll(""))
                                .results()
                                .anyMatch(heading -> anchor(heading.group(1)).equals(anchor)));
    }

    /** Returns the anchor that GitHub gives a heading. */
    private static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                .replace(' ', '-');
    }

    private static String read(Path page) {
        try {
            return Files.readString(page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
