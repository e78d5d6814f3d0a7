package dev.layeredsaga.testbed.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Keeps names that the field does not use out of every module; the list is in {@code retired-words.txt}. */
class RetiredWordsTest {

    private static final RetiredWords WORDS = RetiredWords.listed();

    @Test
    void noIdentifierContainsARetiredWord() throws IOException {
        List<Path> sources = sourcesBelow(Path.of("../.."));

        assertThat(sources).hasSizeGreaterThan(20);
        assertThat(WORDS.in(sources.toArray(Path[]::new))).isEmpty();
    }

    /** Returns the main and test sources of all modules. */
    private static List<Path> sourcesBelow(Path root) throws IOException {
        try (Stream<Path> folders = Files.find(
                root, 5, (path, attributes) -> path.endsWith("src/main/java") || path.endsWith("src/test/java"))) {
            return folders.toList();
        }
    }

    @Test
    void findsThemInIdentifiersAndNamesFileAndLine() throws IOException {
        Path file = Files.createTempFile("Shop", ".java");
        Files.writeString(file, """
            class Shop { // a parcel
                String text = "parcel \\" parcel"; /* parcel
                */ char quote = '"';
                int takeAlongAll, LEFT_PARCELS;
                Warehouse parcelled() { return PAYMENT_DESK; }
            }
            """);

        assertThat(WORDS.in(file))
                .containsExactly(
                        file + ":4 takeAlongAll: takeAlong",
                        file + ":4 LEFT_PARCELS: parcel",
                        file + ":5 PAYMENT_DESK: paymentDesk");
        Files.delete(file);
    }

    @Test
    void findsThemInFolders() throws IOException {
        Path folder = Files.createTempDirectory("words");
        Path file = Files.writeString(folder.resolve("Cashier.java"), "class Cashier {}\n");

        assertThat(WORDS.in(folder)).isEqualTo(List.of(file + ":1 Cashier: cashier"));
        Files.delete(file);
        Files.delete(folder);
    }
}
