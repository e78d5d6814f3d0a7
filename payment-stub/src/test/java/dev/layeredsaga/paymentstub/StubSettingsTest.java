package dev.layeredsaga.paymentstub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StubSettingsTest {

    @Test
    void thePortIs8083AndTheLedgerInMemoryByDefault() {
        assertThat(StubSettings.from(Map.of())).isEqualTo(StubSettings.onPort(8083));
    }

    @Test
    void areWhatTheEnvironmentSays() {
        var environment = Map.of("PAYMENT_STUB_PORT", "9001", "PAYMENT_STUB_LEDGER", "ledger.jsonl");

        assertThat(StubSettings.from(environment))
                .isEqualTo(StubSettings.onPort(9001).withLedger(Path.of("ledger.jsonl")));
    }

    @Test
    void anEmptyLedgerIsNone() {
        assertThat(StubSettings.from(Map.of("PAYMENT_STUB_LEDGER", "")).ledger())
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "http", "-1", "65536"})
    void aPortThatIsNoneIsRefused(String value) {
        assertThatThrownBy(() -> StubSettings.from(Map.of("PAYMENT_STUB_PORT", value)))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining(value);
    }

    @Test
    void aFileNameThatIsNoneIsRefused() {
        assertThatThrownBy(() -> StubSettings.from(Map.of("PAYMENT_STUB_LEDGER", "a\0b")))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("PAYMENT_STUB_LEDGER");
    }
}
