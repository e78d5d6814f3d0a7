package dev.layeredsaga.testbed.run;

import static org.assertj.core.api.Assertions.assertThat;

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
    void attachesToTheContainersThatTheLauncherHasStarted() {
        assertThat(Options.of(List.of("--docker", "--observability", "--once")).docker())
                .isTrue();
    }

    @Test
    void startsServersAlone() {
        assertThat(Options.of(List.of("--infra")).infra()).isTrue();
    }
}
