package dev.layeredsaga.testbed.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class OptionsTest {

    @Test
    void servesUntilStoppedAndKeepsNothingUnlessAsked() {
        Options options = Options.of(List.of());

        assertThat(options.once()).isFalse();
        assertThat(options.data()).isEmpty();
    }

    @Test
    void understandsEveryOption() {
        Options options = Options.of(List.of("--once", "--data", "/var/tmp/shop"));

        assertThat(options.once()).isTrue();
        assertThat(options.data()).contains(Path.of("/var/tmp/shop"));
    }

    @Test
    void namesAnOptionThatDoesNotExist() {
        assertThatThrownBy(() -> Options.of(List.of("--twice")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--twice")
                .hasMessageContaining("usage:");
    }

    @Test
    void wantsAFolderAfterData() {
        assertThatThrownBy(() -> Options.of(List.of("--data"))).hasMessageContaining("--data needs a folder");
    }

    @Test
    void takesNoOptionForAFolder() {
        assertThatThrownBy(() -> Options.of(List.of("--data", "--once")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--data needs a folder");
    }

    @Test
    void refusesAFolderWithoutAName() {
        assertThatThrownBy(() -> Options.of(List.of("--data="))).hasMessageContaining("--data needs a folder");
    }

    @Test
    void leavesContainersToTheLauncher() {
        assertThat(Options.of(List.of("--attach", "--once")).attach()).isTrue();
        assertThatThrownBy(() -> Options.of(List.of("--docker"))).hasMessageContaining("./run --docker");
    }

    @Test
    void refusesADemonstrationOnServersAlone() {
        assertThat(Options.of(List.of("--infra")).infra()).isTrue();
        assertThatThrownBy(() -> Options.of(List.of("--infra", "--once")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--infra has no demonstration");
    }
}
