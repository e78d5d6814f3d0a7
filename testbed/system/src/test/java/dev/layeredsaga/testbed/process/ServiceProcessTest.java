package dev.layeredsaga.testbed.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServiceProcessTest {

    /** A system that is asked to end while something kills and starts its processes must leave none behind. */
    @Test
    void cannotBeStartedAgainOnceItIsClosed() {
        Executable missing = new Executable(Path.of("target", "missing.jar"), List.of());
        ServiceProcess process = ServiceProcess.start("missing", missing, 0, Map.of());
        process.startAgain();

        process.close();

        assertThatThrownBy(process::startAgain)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
        assertThat(process.isAlive()).isFalse();
    }
}
