package dev.layeredsaga.testbed.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Keeps Javadoc from opening with a pronoun: a noun phrase or a verb says what the element is or does. */
class JavadocOpeningsTest {

    private static final Pattern PRONOUN_FIRST = Pattern.compile(
            "/\\*\\*[\\s*]*(What|Who|Whom|Whose|Whoever|Whatever|Whether|Nobody|Somebody|How|Why|It|They)\\b");

    @Test
    void noJavadocOpensWithAPronoun() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path file : JavaSources.filesBelow(Path.of("../.."))) {
            found.addAll(violations(file.toString(), Files.readString(file)));
        }

        assertThat(found).isEmpty();
    }

    @Test
    void findsOneAndNamesFileAndLine() {
        String source =
                "class Shop {\n    /**\n     * What is sold.\n     */\n    int stock;\n    /** The price. */\n    int price;\n}\n";

        assertThat(violations("Shop.java", source)).containsExactly("Shop.java:2 What");
    }

    private static List<String> violations(String file, String source) {
        List<String> found = new ArrayList<>();
        Matcher opening = PRONOUN_FIRST.matcher(source);
        while (opening.find()) {
            long line = source.substring(0, opening.start())
                            .chars()
                            .filter(c -> c == '\n')
                            .count()
                    + 1;
            found.add(file + ":" + line + " " + opening.group(1));
        }
        return found;
    }
}
