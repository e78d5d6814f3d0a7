package dev.layeredsaga.testbed.failures.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** The launcher knows the options from this file, before anything is built. */
class HelpFileTest {

    @Test
    void saysWhatTheCommandSays() {
        assertThat(Path.of("chaos.help"))
                .content()
                .isEqualTo(new CommandLine(ChaosAudit.class).getUsageMessage(Ansi.OFF));
    }
}
