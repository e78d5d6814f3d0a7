package dev.layeredsaga.paymentstub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PortTest {

    @Test
    void is8083ByDefault() {
        assertThat(Port.from(Map.of())).isEqualTo(8083);
    }

    @Test
    void isWhatTheEnvironmentSays() {
        assertThat(Port.from(Map.of("PAYMENT_STUB_PORT", "9001"))).isEqualTo(9001);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "http", "-1", "65536"})
    void isRefusedIfItIsNone(String value) {
        assertThatThrownBy(() -> Port.from(Map.of("PAYMENT_STUB_PORT", value)))
                .isInstanceOf(Port.Invalid.class)
                .hasMessageContaining(value);
    }
}
