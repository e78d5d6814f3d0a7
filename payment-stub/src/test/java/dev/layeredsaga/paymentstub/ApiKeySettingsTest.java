package dev.layeredsaga.paymentstub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApiKeySettingsTest {

    private static final String KEY = "key-of-the-orchestrator";

    @ParameterizedTest
    @ValueSource(strings = {"", " ", ","})
    void areNoneIfTheVariableIsEmpty(String value) {
        assertThat(StubSettings.from(Map.of("PAYMENT_STUB_API_KEYS", value))
                        .keys()
                        .isEmpty())
                .isTrue();
    }

    @Test
    void areSeparatedByCommas() {
        var keys = StubSettings.from(Map.of("PAYMENT_STUB_API_KEYS", KEY + " , next-" + KEY))
                .keys();

        assertThat(keys.contains(KEY)).isTrue();
        assertThat(keys.contains("next-" + KEY)).isTrue();
    }

    @Test
    void areRefusedIfTheyAreEasyToGuess() {
        assertThatThrownBy(() -> StubSettings.from(Map.of("PAYMENT_STUB_API_KEYS", "short")))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageStartingWith("PAYMENT_STUB_API_KEYS")
                .hasMessageNotContaining("short");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.1"})
    void rejectsAPublicAddressWithoutKeys(String address) {
        StubSettings open = StubSettings.from(Map.of("PAYMENT_STUB_ADDRESS", address));
        StubSettings closed = StubSettings.from(Map.of("PAYMENT_STUB_ADDRESS", address, "PAYMENT_STUB_API_KEYS", KEY));

        assertThatThrownBy(() -> PaymentStubServer.start(open))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("only with API keys: set PAYMENT_STUB_API_KEYS");
        assertThat(closed.socketAddress().getAddress().isLoopbackAddress()).isFalse();
    }

    @Test
    void listensOnLoopbackOnlyWithoutKeys() {
        StubSettings open = StubSettings.from(Map.of());
        StubSettings closed = StubSettings.from(Map.of("PAYMENT_STUB_API_KEYS", KEY));

        assertThat(open.socketAddress().getAddress().getHostAddress()).isEqualTo("127.0.0.1");
        assertThat(closed.socketAddress().getAddress().isAnyLocalAddress()).isTrue();
    }

    @Test
    void startsTheProgramOrEndsItWithOneLine() throws IOException {
        Process process = StubProcess.launch(Map.of("PAYMENT_STUB_PORT", "0", "PAYMENT_STUB_ADDRESS", "0.0.0.0"));

        assertThat(StubProcess.errors(process))
                .isEqualTo("payment-stub: listens on 0.0.0.0 only with API keys: set PAYMENT_STUB_API_KEYS\n");
        assertThat(process.onExit().join().exitValue()).isEqualTo(1);
    }
}
