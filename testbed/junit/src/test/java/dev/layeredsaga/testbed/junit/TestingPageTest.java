package dev.layeredsaga.testbed.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.infrastructure.ProjectFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The code of docs/testing-a-saga.md is that of these tests, from their first annotation or class to their end. */
class TestingPageTest {

    private static final Path PROJECT = ProjectFolder.find();
    private static final Pattern CODE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @Test
    void showsTestsAsTheyAre() throws IOException {
        List<String> shown = CODE.matcher(Files.readString(PROJECT.resolve("docs/testing-a-saga.md")))
                .results()
                .map((MatchResult block) -> block.group(1))
                .toList();

        assertThat(shown)
                .containsExactly(
                        code("libs/starter/src/test/java/com/example/trips/TripScenarioTest.java", "class "),
                        code("libs/starter/src/test/java/com/example/trips/LateApprovalTest.java", "@SpringBootTest"),
                        code(
                                "testbed/junit/src/test/java/com/example/shipping/ShippingServiceTest.java",
                                "@SpringBootTest"),
                        code(
                                "testbed/junit/src/test/java/com/example/giftcards/GiftCardServiceTest.java",
                                "@SpringBootTest"));
    }

    private static String code(String file, String begin) throws IOException {
        String source = Files.readString(PROJECT.resolve(file));
        return source.substring(source.indexOf("\n" + begin) + 1);
    }
}
