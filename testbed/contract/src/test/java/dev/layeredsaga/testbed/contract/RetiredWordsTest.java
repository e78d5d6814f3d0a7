package dev.layeredsaga.testbed.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Keeps names that the field does not use out of every module; the list is in {@code retired-words.txt}. */
class RetiredWordsTest {

    private static final RetiredWords WORDS = RetiredWords.listed();

    @Test
    void noIdentifierContainsARetiredWord() throws IOException {
        assertThat(WORDS.in(JavaSources.filesBelow(Path.of("../..")).toArray(Path[]::new)))
                .isEmpty();
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
                        file + ":4 takeAlongAll: take along",
                        file + ":4 LEFT_PARCELS: parcel",
                        file + ":5 PAYMENT_DESK: payment desk");
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
