package dev.layeredsaga.testbed.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keeps the test command certain: what needs a promise about time has a tag, and runs with {@code -Pdeep} only. */
class TimePromisesTest {

    @TempDir
    private Path folder;

    @Test
    void noTestWithoutATagMakesOne() throws IOException {
        assertThat(TimePromises.in(JavaSources.filesBelow(Path.of("../..")).stream()
                        .filter(file -> file.toString().contains("/src/test/"))
                        .toList()))
                .isEmpty();
    }

    @Test
    void findsWhatPromisesATimeAndWhereItIs() throws IOException {
        Path file = write("ShopTest", """
            class ShopTest {
                void waits() {
                    await().atMost(A_WHILE).until(() -> true);
                    assertThat(taken).isLessThan(Duration.ofSeconds(2));
                    Duration bound = Duration.ofSeconds(3);
                    assertThat(taken).isLessThan(bound.plusMillis(1));
                    answer.get(5, TimeUnit.SECONDS);
                    shop.process().kill();
                }
                @Timeout(5)
                void starts() {
                    try (var servers = EmbeddedInfrastructure.start(settings)) {
                        await().until(() -> map.get("two").size() < 2);
                        assertThat(sold).isLessThan(2);
                    }
                }
            }
            """);

        assertThat(TimePromises.in(List.of(file)))
                .containsExactly(
                        file + ":3 atMost",
                        file + ":4 isLessThan",
                        file + ":6 isLessThan",
                        file + ":7 get",
                        file + ":8 kill",
                        file + ":10 @Timeout",
                        file + ":12 start");
    }

    @Test
    void allowsThemInTaggedTestsAndReportsThoseThatUseSuch() throws IOException {
        Path killed = write("KilledTest", """
            @Tag("failures")
            class KilledTest {
                static void killed() {
                    process.kill();
                }
            }
            """);
        Path mixed = write("MixedTest", """
            class MixedTest {
                @Tag("timing")
                void isSoonDone() {
                    await().atMost(A_WHILE).until(() -> true);
                }
                @Tag("lincheck")
                void isDone() {
                    KilledTest.killed();
                }
            }
            """);

        assertThat(TimePromises.in(List.of(killed, mixed))).containsExactly(mixed + ":8 KilledTest");
    }

    private Path write(String name, String source) throws IOException {
        return Files.writeString(folder.resolve(name + ".java"), source);
    }
}
