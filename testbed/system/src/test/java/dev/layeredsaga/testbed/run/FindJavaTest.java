package dev.layeredsaga.testbed.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The JDKs here are later than any that this machine may have. */
class FindJavaTest {

    @TempDir
    Path folder;

    @Test
    void takesJavaHomeFirst() throws Exception {
        Path home = jdk("home", 98);

        assertThat(found(home, jdk("path", 99))).isEqualTo(home + "/bin/java\n");
    }

    @Test
    void takesTheOneOnThePathIfJavaHomeIsTooOld() throws Exception {
        Path path = jdk("path", 98);

        assertThat(found(jdk("home", 21), path)).isEqualTo(path + "/bin/java\n");
    }

    @Test
    void takesTheNewestThatAVersionManagerHasInstalledBesideOlderOnes() throws Exception {
        jdk(".sdkman/candidates/java/98-tem", 98);
        Path newest = jdk(".jdks/openjdk-99", 99);

        assertThat(found(jdk("home", 17), jdk("path", 24))).isEqualTo(newest + "/bin/java\n");
    }

    private String found(Path javaHome, Path onThePath) throws IOException, InterruptedException {
        Map<String, String> environment = Map.of(
                "HOME",
                folder.toString(),
                "JDK_25",
                "",
                "JAVA_HOME",
                javaHome.toString(),
                "PATH",
                onThePath.resolve("bin") + File.pathSeparator + System.getenv("PATH"));

        Script.Result result = new Script("testbed/find-java", environment).run();

        assertThat(result.err()).isEmpty();
        return result.out();
    }

    /** Creates a JDK that says where it is, as the real one does, and nothing else. */
    private Path jdk(String name, int version) throws IOException {
        Path home = folder.resolve(name);
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"%d.0.1\"\n".formatted(version));
        Path java = home.resolve("bin").resolve("java");
        Files.writeString(java, "#!/bin/sh\necho '    java.home = %s' >&2\n".formatted(home));
        assertThat(java.toFile().setExecutable(true)).isTrue();
        return home;
    }
}
