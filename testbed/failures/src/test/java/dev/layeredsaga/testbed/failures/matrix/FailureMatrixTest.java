package dev.layeredsaga.testbed.failures.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class FailureMatrixTest {

    private static final Map<String, String> ENVIRONMENT = Map.of("KAFKA_PORT", "none");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine command =
            FailureMatrix.commandLine(ENVIRONMENT).setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

    @Test
    void listsItsCases() {
        assertThat(command.execute("--list", "poison")).isZero();
        assertThat(out.toString()).contains("poison", "confirmed").doesNotContain("pm_ok");
    }

    @Test
    void complainsInOneLineOfACaseThatIsNotThere() {
        assertThat(command.execute("pm_gold")).isEqualTo(2);
        assertThat(err.toString()).hasLineCount(1).contains("matrix: there is no case 'pm_gold'");
    }

    @Test
    void complainsInOneLineOfAnOptionThatIsNotThere() {
        assertThat(command.execute("--kill-all")).isEqualTo(2);
        assertThat(err.toString()).hasLineCount(1).contains("--kill-all");
    }

    @Test
    void complainsInOneLineOfAPortThatIsNone() {
        assertThat(command.execute("pm_ok")).isEqualTo(2);
        assertThat(err.toString()).hasLineCount(1).contains("KAFKA_PORT");
    }
}
