package dev.layeredsaga.testbed.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.testbed.infrastructure.ProjectFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Help.Ansi;

/**
 * The launchers answer {@code --help} and misuse without a build. They know their options from help files, which each program's test
 * keeps equal to what the program says. Here they run in a folder where the build and Java only say that they were called.
 */
class LauncherTest {

    static final List<String> LAUNCHERS = List.of(
            "bench/engine",
            "bench/locks",
            "bench/system",
            "consumer/run",
            "contract/conformance",
            "failures/chaos",
            "failures/matrix",
            "simulation/run",
            "system/run");

    private static final Pattern OPTION = Pattern.compile("(?m)^ {2,6}(?:-\\w, )?(--[a-z-]+)(?:=(\\S+))?(?: |$)");

    @TempDir
    private Path folder;

    @BeforeEach
    void copyLaunchers() throws IOException {
        for (String launcher : LAUNCHERS) {
            copy(scriptOf(launcher));
            copy("testbed/" + launcher + ".help");
        }
        copy("testbed/launch.sh");
        stub("testbed/build", "touch built && echo CLASSPATH");
        stub("testbed/find-java", "echo testbed/java");
        stub("testbed/java", "printf '%s\\n' \"$@\"");
    }

    @Test
    void leavesNoHelpOut() throws IOException {
        Path testbed = ProjectFolder.find().resolve("testbed");
        try (Stream<Path> files =
                Files.find(testbed, 2, (file, type) -> file.toString().endsWith(".help"))) {
            assertThat(files.map(file -> testbed.relativize(file).toString()))
                    .containsExactlyInAnyOrderElementsOf(
                            LAUNCHERS.stream().map(each -> each + ".help").toList());
        }
    }

    @Test
    void keepsTheHelpOfRun() {
        assertThat(Path.of("run.help"))
                .content()
                .isEqualTo(Options.commandLine(true).getUsageMessage(Ansi.OFF));
    }

    @ParameterizedTest
    @FieldSource("LAUNCHERS")
    void helpsWithoutABuild(String launcher) throws Exception {
        for (String arguments : List.of("--help", "-h", "--help --nonsense")) {
            assertThat(run(launcher, arguments)).isEqualTo(new Script.Result(0, helpOf(launcher), ""));
        }
        assertNotBuilt();
    }

    @ParameterizedTest
    @FieldSource("LAUNCHERS")
    void refusesWhatItsHelpDoesNotListWithoutABuild(String launcher) throws Exception {
        List<String> wrong = new ArrayList<>(List.of("--nonsense", "--nonsense=1", "-x", "-[", "--", "--.*"));
        if (!helpOf(launcher).contains("...] ")) {
            wrong.add("argument");
        }
        optionsOf(launcher).forEach((option, value) -> {
            if (value.isEmpty()) {
                wrong.add(option + "=1");
            } else {
                wrong.addAll(List.of(option, option + "=", option + " --help-me"));
            }
            if (List.of("N", "SECONDS", "MINUTES", "DURATION").contains(value.orElse(""))) {
                wrong.addAll(List.of(option + " many", option + "=1x"));
            }
        });

        for (String arguments : wrong) {
            Script.Result result = run(launcher, arguments);

            assertThat(result.status()).as(arguments).isEqualTo(2);
            assertThat(result.out()).isEmpty();
            assertThat(result.err()).matches(Pattern.quote(Path.of(launcher).getFileName() + ": ") + ".+\\n");
        }
        assertNotBuilt();
    }

    @ParameterizedTest
    @FieldSource("LAUNCHERS")
    void handsAllThatItsHelpListsToTheProgram(String launcher) throws Exception {
        List<String> arguments = new ArrayList<>();
        optionsOf(launcher).forEach((option, value) -> {
            if (!List.of("--help", "--docker", "--observability", "--infra", "--stop", "--kill")
                    .contains(option)) {
                arguments.add(option);
                value.map(kind -> kind.equals("DURATION") ? "90s" : "7").ifPresent(arguments::add);
            }
        });

        Script.Result result = run(launcher, String.join(" ", arguments));

        assertThat(result.err()).isEmpty();
        assertThat(result.status()).isZero();
        List<String> started = result.out().lines().toList();
        assertThat(started.subList(started.size() - arguments.size(), started.size()))
                .isEqualTo(arguments);
        assertThat(started).containsSubsequence("-cp", "CLASSPATH");
    }

    @Test
    void takesTheTokensAndPortsOfTheRunningSystemUnlessTheEnvironmentNamesOthers() throws Exception {
        stub("testbed/java", "echo \"$ADMIN $ORDER_SERVICE_PORT $KAFKA_PORT\"");
        Path tokens = folder.resolve("testbed/system/target/tokens");
        Files.createDirectories(tokens.getParent());
        new Tokens("customer", "operator", "key")
                .keepIn(tokens, new ChosenPorts(Map.of("ORDER_SERVICE_PORT", "18080", "KAFKA_PORT", "19092")));

        Script matrix = new Script(folder.resolve("testbed/failures/matrix").toString(), Map.of("KAFKA_PORT", "29092"));

        assertThat(matrix.run().out()).isEqualTo("operator 18080 29092\n");
        assertThat(matrix.run("--own").out()).isEqualTo("  29092\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--docker --data folder",
                "--observability",
                "--infra --once",
                "--infra --docker",
                "--stop --once",
                "--once --kill"
            })
    void refusesWhatMakesNoSenseTogetherWithoutABuild(String arguments) throws Exception {
        Script.Result result = run("system/run", arguments);

        assertThat(result.status()).isEqualTo(2);
        assertThat(result.err()).startsWith("run: --").hasLineCount(1);
        assertNotBuilt();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--twice", "once", "--data", "--data --once"})
    void refusesInTheProgramToo(String arguments) {
        assertThatThrownBy(() -> Options.of(List.of(arguments.split(" ", -1)), true))
                .isInstanceOf(UsageException.class);
    }

    @ParameterizedTest
    @CsvSource({"--stop, 143", "--kill, 137"})
    void endsWhatWasStartedInItsFolderAndNothingElse(String option, int status) throws Exception {
        Path pid =
                Files.createDirectories(folder.resolve("testbed/system/target")).resolve("run.pid");
        Process started = new ProcessBuilder("bash", "-c", "exec -a dev.layeredsaga.testbed.run.Run sleep 600").start();
        Process other = new ProcessBuilder("cat").start();
        Script.Result nothing = new Script.Result(1, "", "run: nothing that was started here is running\n");

        assertThat(run("system/run", option)).isEqualTo(nothing);
        Files.writeString(pid, other.pid() + "\n");
        assertThat(run("system/run", option))
                .as("a number that another process has now")
                .isEqualTo(nothing);
        Files.writeString(pid, started.pid() + "\n");
        assertThat(run("system/run", option)).isEqualTo(new Script.Result(0, "", ""));

        assertThat(started.waitFor()).isEqualTo(status);
        assertThat(other.isAlive()).isTrue();
        other.getOutputStream().close();
    }

    private Script.Result run(String launcher, String arguments) throws IOException, InterruptedException {
        return new Script(folder.resolve(scriptOf(launcher)).toString(), Map.of())
                .run(arguments.isEmpty() ? new String[0] : arguments.split(" ", -1));
    }

    private static String scriptOf(String launcher) {
        return launcher.equals("system/run") ? "run" : "testbed/" + launcher;
    }

    private static String helpOf(String launcher) throws IOException {
        return Files.readString(ProjectFolder.find().resolve("testbed/" + launcher + ".help"));
    }

    /** Returns what each option takes. */
    private static Map<String, Optional<String>> optionsOf(String launcher) throws IOException {
        Map<String, Optional<String>> options = new LinkedHashMap<>();
        OPTION.matcher(helpOf(launcher))
                .results()
                .forEach(option -> options.put(option.group(1), Optional.ofNullable(option.group(2))));
        assertThat(options).containsKey("--help");
        return options;
    }

    private void assertNotBuilt() {
        assertThat(folder.resolve("built")).doesNotExist();
    }

    private void copy(String file) throws IOException {
        Path target = folder.resolve(file);
        Files.createDirectories(target.getParent());
        Files.copy(ProjectFolder.find().resolve(file), target);
    }

    private void stub(String file, String command) throws IOException {
        Path script = Files.writeString(folder.resolve(file), "#!/bin/sh\n" + command + "\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
    }
}
