package dev.layeredsaga.testbed.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A JVM of its own has the system, and ends as one that runs tests does. */
@Tag("failures")
class JvmEndTest {

    @TempDir
    Path folder;

    /** Orders, and ends while all is up. */
    public static void main(String[] arguments) {
        LayeredSaga system = LayeredSaga.embedded();
        system.item("book", 1);
        System.out.println(system.placeOrder("book").awaitEnd());
        System.exit(0);
    }

    @Test
    void leavesNothingBehind() throws IOException, InterruptedException {
        Path output = folder.resolve("output.log");
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Djava.io.tmpdir=" + folder,
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        JvmEndTest.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            Awaitility.await().until(() -> !serversIn(folder).isEmpty());
            assertThat(jvm.waitFor()).as(Files.readString(output)).isZero();
        } finally {
            jvm.destroyForcibly();
        }

        assertThat(output).content().contains("CONFIRMED");
        Awaitility.await().until(() -> serversIn(folder).isEmpty());
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left.map(Path::getFileName).map(Path::toString))
                    .noneMatch(name -> name.startsWith("layered-saga-"));
        }
    }

    private static List<ProcessHandle> serversIn(Path folder) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains(folder + "/layered-saga-"))
                .toList();
    }
}
