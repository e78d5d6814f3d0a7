package dev.layeredsaga.paymentstub.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApiKeysTest {

    private static final String ONE = "key-of-the-first-client";
    private static final String OTHER = "key-of-the-second-client==";

    @Test
    void areKnownEachAndWhole() {
        ApiKeys keys = ApiKeys.of(List.of(ONE, OTHER));

        assertThat(keys.contains(ONE)).isTrue();
        assertThat(keys.contains(OTHER)).isTrue();
        assertThat(List.of("", ONE + "x", ONE.substring(1), ONE.toUpperCase(java.util.Locale.ROOT), ONE + "," + OTHER))
                .noneMatch(keys::contains);
    }

    @Test
    void doesNotShowTheKeys() {
        assertThat(ApiKeys.of(List.of(ONE)).toString()).doesNotContain(ONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "fifteen-letters", "with a blank in it", "with,a,comma,in,it", "key-of-käthe-and-kim"})
    void areHardToGuessAndFitIntoAHeader(String key) {
        assertThatThrownBy(() -> ApiKeys.of(List.of(ONE, key)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining(ONE);
    }
}
