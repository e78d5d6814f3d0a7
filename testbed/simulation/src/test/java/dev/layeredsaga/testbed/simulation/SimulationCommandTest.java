package dev.layeredsaga.testbed.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class SimulationCommandTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void simulatesSoManySagasFromASeed() {
        assertThat(run("--sagas", "450", "--seed", "7")).isZero();
        assertThat(out.toString()).contains("450 sagas from seed 7").contains("every invariant held");
    }

    @Test
    void namesTheBugs() {
        assertThat(run("--bug", "list")).isZero();
        assertThat(out.toString()).contains("inbox-ignored").contains("token-ignored");
    }

    @Test
    void reportsABugWithATraceAndStatusOne() {
        assertThat(run("--bug", "sent-before-commit", "--seed", "1")).isEqualTo(1);
        assertThat(out.toString())
                .contains("sent-before-commit was found after")
                .contains("6 no event before its commit");
    }

    @Test
    void refusesABugThatThereIsNotAndNamesThoseThatThereAre() {
        assertThat(run("--bug", "none")).isEqualTo(2);
        assertThat(err.toString()).contains("no bug 'none'").contains("token-ignored");
    }

    @Test
    void refusesNoSagas() {
        assertThat(run("--sagas", "0")).isEqualTo(2);
    }

    private int run(String... arguments) {
        CommandLine command = SimulationCommand.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true));
        return SimulationCommand.execute(command, arguments);
    }
}
