package dev.layeredsaga.paymentstub.vocabulary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VocabularyTest {

    @ParameterizedTest
    @ValueSource(longs = {0, -1})
    void moneyIsPositive(long amount) {
        assertThat(codeOf(() -> new Money(amount, "KRW"))).isEqualTo(ErrorCode.INVALID_AMOUNT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "krw", "KR", "KRWX"})
    void aCurrencyIsThreeCapitalLetters(String currency) {
        assertThat(codeOf(() -> new Money(1, currency))).isEqualTo(ErrorCode.INVALID_CURRENCY);
    }

    @Test
    void anOrderIdIsNotBlank() {
        assertThat(codeOf(() -> new OrderId(" "))).isEqualTo(ErrorCode.INVALID_ORDER_ID);
    }

    @Test
    void anIdempotencyKeyHasAtMost255Characters() {
        assertThat(codeOf(() -> new IdempotencyKey("k".repeat(256)))).isEqualTo(ErrorCode.INVALID_IDEMPOTENCY_KEY);
    }

    private static ErrorCode codeOf(ThrowingCallable creation) {
        return catchThrowableOfType(InvalidInput.class, creation).code();
    }
}
