package dev.layeredsaga.chassis.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.layeredsaga.chassis.problem.CommonProblem;
import dev.layeredsaga.chassis.problem.ProblemException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpHeaders;

class IdempotencyKeyHeaderTest {

    /** A key as the services know it. */
    private record Key(String value) {
        Key {
            if (!value.matches("[\\x21-\\x7e]{1,255}")) {
                throw new IllegalArgumentException("not a key");
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '~',
            value = {"abc, abc", "\"abc\", abc", "\"a\\\"b\\\\c\", a\"b\\c", "8e03978e-40d5, 8e03978e-40d5"})
    void isReadQuotedOrBare(String header, String key) {
        assertThat(read(header)).contains(new Key(key));
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
                .extracting(ProblemException::code)
                .isEqualTo(CommonProblem.MALFORMED_REQUEST);
    }

    @Test
    void hasUpTo255Characters() {
        assertThat(read("k".repeat(255))).isPresent();
        assertThatExceptionOfType(ProblemException.class).isThrownBy(() -> read("k".repeat(256)));
    }

    @Test
    void isRefusedIfThereAreTwo() {
        assertThatExceptionOfType(ProblemException.class).isThrownBy(() -> read("one", "two"));
    }

    @Test
    void mayBeMissing() {
        assertThat(read()).isEmpty();
    }

    private static Optional<Key> read(String... values) {
        HttpHeaders headers = new HttpHeaders();
        for (String value : values) {
            headers.add("Idempotency-Key", value);
        }
        return IdempotencyKeyHeader.read(headers, Key::new, CommonProblem.MALFORMED_REQUEST);
    }
}
