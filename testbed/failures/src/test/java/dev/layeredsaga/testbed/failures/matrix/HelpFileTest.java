package dev.layeredsaga.testbed.failures.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** The launcher knows the options from this file, before anything is built. */
class HelpFileTest {

    @Test
    void saysWhatTheCommandSays() {
        assertThat(Path.of("matrix.help"))
                .content()
                .isEqualTo(new CommandLine(new FailureMatrix(Map.of())).getUsageMessage(Ansi.OFF));
    }
}
