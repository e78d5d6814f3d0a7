package dev.layeredsaga.testbed.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest {

    @Test
    void servesUntilStoppedAndKeepsNothingUnlessAsked() {
        Options options = Options.of(List.of(), true);

        assertThat(options.once()).isFalse();
        assertThat(options.data()).isEmpty();
    }

    @Test
    void understandsEveryOption() {
        Options options = Options.of(List.of("--once", "--data", "/var/tmp/shop"), true);

        assertThat(options.once()).isTrue();
        assertThat(options.data()).contains(Path.of("/var/tmp/shop"));
    }

    @Test
    void attachesToTheContainersThatTheLauncherHasStarted() {
        assertThat(Options.of(List.of("--docker", "--observability", "--once"), true)
                        .docker())
                .isTrue();
    }

    @Test
    void startsServersAlone() {
        assertThat(Options.of(List.of("--infra"), true).infra()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--docker", "--observability", "--infra", "--stop", "--kill"})
    void leavesTheReleasedJarWithoutWhatTheLauncherAloneCanDo(String option) {
        assertThat(Options.of(List.of(option), true)).isNotNull();
        assertThatThrownBy(() -> Options.of(List.of(option), false))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(option);
        assertThat(Options.commandLine(false).getUsageMessage()).doesNotContain(option + " ");
    }
}
