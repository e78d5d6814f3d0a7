package dev.layeredsaga.chassis.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.layeredsaga.chassis.problem.CommonProblem;
import dev.layeredsaga.chassis.problem.ProblemException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpHeaders;

class IdempotencyKeyHeaderTest {

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '~',
            value = {"abc, abc", "\"abc\", abc", "\"a\\\"b\\\\c\", a\"b\\c", "8e03978e-40d5, 8e03978e-40d5"})
    void isReadQuotedOrBare(String header, String key) {
        assertThat(read(header)).contains(key);
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
                .isThrownBy(() -> read(header))
                .withMessage(CommonProblem.MALFORMED_REQUEST.detail());
    }

    @Test
    void hasUpTo255Characters() {
        assertThat(read("k".repeat(255))).contains("k".repeat(255));
        assertThatExceptionOfType(ProblemException.class).isThrownBy(() -> read("k".repeat(256)));
    }

    @Test
    void isRefusedIfThereAreTwo() {
        assertThatExceptionOfType(ProblemException.class).isThrownBy(() -> read("one", "two"));
    }

    @Test
    void mayBeLeftOut() {
        assertThat(read()).isEmpty();
    }

    private static Optional<String> read(String... values) {
        HttpHeaders headers = new HttpHeaders();
        headers.addAll("Idempotency-Key", List.of(values));
        return IdempotencyKeyHeader.read(headers, CommonProblem.MALFORMED_REQUEST);
    }
}
