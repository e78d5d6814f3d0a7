package dev.layeredsaga.testbed.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.testbed.infrastructure.ProjectFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Help.Ansi;

/** The launcher answers {@code --help} and misuse without a build, in the words of the program that it starts. */
class LauncherTest {

    private final Script run = new Script("run", Map.of());

    @Test
    void keepsTheProgramsHelp() {
        assertThat(Path.of("run.help"))
                .content()
                .isEqualTo(Options.commandLine().getUsageMessage(Ansi.OFF));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h", "--once --help"})
    void helps(String arguments) throws Exception {
        assertThat(run.run(arguments.split(" ", -1)))
                .isEqualTo(new Script.Result(0, Options.commandLine().getUsageMessage(Ansi.OFF), ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--twice",
                "once",
                "--data",
                "--data --once",
                "--docker --data folder",
                "--observability",
                "--infra --once",
                "--infra --docker",
                "--stop --once",
                "--once --kill"
            })
    void refusesWhatTheProgramRefusesInOneLineWithStatusTwo(String line) throws Exception {
        String[] arguments = line.split(" ", -1);
        Script.Result result = run.run(arguments);

        assertThat(result.status()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).startsWith("run: ").endsWith("\n").containsOnlyOnce("\n");
        assertThatThrownBy(() -> Options.of(List.of(arguments)))
                .isInstanceOf(UsageException.class)
                .hasMessage(result.err().strip().substring("run: ".length()));
    }

    @ParameterizedTest
    @CsvSource({"--stop, 143", "--kill, 137"})
    void endsWhatWasStartedInItsFolderAndNothingElse(String option, int status, @TempDir Path folder) throws Exception {
        Path target = Files.createDirectories(folder.resolve("testbed/system/target"));
        Path copy = Files.copy(ProjectFolder.find().resolve("run"), folder.resolve("run"));
        Script script = new Script(copy.toString(), Map.of());
        Process started = new ProcessBuilder("bash", "-c", "exec -a dev.layeredsaga.testbed.run.Run sleep 600").start();
        Process other = new ProcessBuilder("cat").start();
        Script.Result nothing = new Script.Result(1, "", "run: nothing that was started here is running\n");

        assertThat(script.run(option)).isEqualTo(nothing);
        Files.writeString(target.resolve("run.pid"), other.pid() + "\n");
        assertThat(script.run(option))
                .as("a number that another process has now")
                .isEqualTo(nothing);
        Files.writeString(target.resolve("run.pid"), started.pid() + "\n");
        assertThat(script.run(option)).isEqualTo(new Script.Result(0, "", ""));

        assertThat(started.waitFor()).isEqualTo(status);
        assertThat(other.isAlive()).isTrue();
        other.getOutputStream().close();
    }
}
