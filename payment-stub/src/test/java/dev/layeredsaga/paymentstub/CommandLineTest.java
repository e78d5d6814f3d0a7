package dev.layeredsaga.paymentstub;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int answer(String... arguments) {
        return CommandLine.answer(
                List.of(arguments), new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h"})
    void listsEachVariableWithItsDefault(String option) {
        assertThat(answer(option)).isZero();
        assertThat(out.toString(UTF_8))
                .contains("port to listen on, 0 for any free one; default 8083")
                .contains(
                        StubSettings.PORT,
                        StubSettings.ADDRESS,
                        StubSettings.LEDGER,
                        StubSettings.API_KEYS,
                        WebhookEnvironment.URL,
                        WebhookEnvironment.SECRET);
        assertThat(err.toString(UTF_8)).isEmpty();
    }

    @Test
    void refusesAnUnknownArgumentInOneLine() {
        assertThat(answer("--port", "8083")).isEqualTo(2);
        assertThat(err.toString(UTF_8)).containsOnlyOnce("\n").startsWith("payment-stub: '--port' is not an option;");
        assertThat(out.toString(UTF_8)).isEmpty();
    }

    @Test
    void theProgramEndsInsteadOfListening() throws IOException {
        Process process = StubProcess.launch(Map.of("PAYMENT_STUB_PORT", "0"), "--help");

        assertThat(process.onExit().join().exitValue()).isZero();
        assertThat(process.inputReader().readLine()).startsWith("Usage:");
    }
}
