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

/** Keeps every program's bytes from depending on its user's language, which may have digits of its own: each begins with a neutral locale. */
class LocaleOfProgramsTest {

    private static final Pattern MAIN = Pattern.compile("static void main\\([^)]*\\)[^{]*\\{\\s*([^;]*;)");

    @Test
    void isNeutralFromTheFirstStatementOn() throws IOException {
        List<String> first = new ArrayList<>();
        for (Path file : JavaSources.filesBelow(Path.of("../.."))) {
            Matcher main = MAIN.matcher(Files.readString(file));
            while (file.toString().contains("/src/main/") && main.find()) {
                first.add(main.group(1));
            }
        }

        assertThat(first).hasSizeGreaterThan(15).containsOnly("Locale.setDefault(Locale.ROOT);");
    }
}
