package dev.layeredsaga.testbed.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.bench.engine.EngineBenchmark;
import dev.layeredsaga.testbed.bench.locks.LocksBenchmark;
import dev.layeredsaga.testbed.bench.system.SystemBenchmark;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** The launchers know the options from these files, before anything is built. */
class HelpFileTest {

    @ParameterizedTest
    @ValueSource(classes = {EngineBenchmark.class, LocksBenchmark.class, SystemBenchmark.class})
    void saysWhatTheCommandSays(Class<?> benchmark) {
        CommandLine command = new CommandLine(benchmark);

        assertThat(Path.of(command.getCommandName() + ".help")).content().isEqualTo(command.getUsageMessage(Ansi.OFF));
    }
}
