package dev.layeredsaga.order.placement.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.layeredsaga.chassis.problem.ProblemException;
import dev.layeredsaga.chassis.security.Caller;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpHeaders;

class IdempotencyKeyHeaderTest {

    private static final Caller MINA = new Caller("mina", false);

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '~',
            value = {"abc, abc", "\"abc\", abc", "\"a\\\"b\\\\c\", a\"b\\c", "8e03978e-40d5, 8e03978e-40d5"})
    void isReadQuotedOrBare(String header, String key) {
        assertThat(IdempotencyKeyHeader.read(headers(header), MINA).value()).isEqualTo(key);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\"\"",
                "\"abc",
                "abc\"",
                "a\"b",
                "\"a\"b\"",
                "\"a\\b\"",
                "a b",
                "\"a b\"",
                "schlüssel",
                "a\tb"
            })
    void isRefusedIfMalformed(String header) {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> IdempotencyKeyHeader.read(headers(header), MINA))
                .withMessageContaining("must be one key");
    }

    @Test
    void hasUpTo255Characters() {
        assertThat(IdempotencyKeyHeader.read(headers("k".repeat(255)), MINA).value())
                .hasSize(255);
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> IdempotencyKeyHeader.read(headers("k".repeat(256)), MINA));
    }

    @Test
    void isRefusedIfThereAreTwo() {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> IdempotencyKeyHeader.read(headers("one", "two"), MINA))
                .withMessageContaining("must be one key");
    }

    @Test
    void isRequired() {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> IdempotencyKeyHeader.read(new HttpHeaders(), MINA))
                .withMessageContaining("is required");
    }

    private static HttpHeaders headers(String... values) {
        HttpHeaders headers = new HttpHeaders();
        for (String value : values) {
            headers.add("Idempotency-Key", value);
        }
        return headers;
    }
}
