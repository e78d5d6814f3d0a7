package dev.layeredsaga.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class MoneyTest {

    private static final Money PRICE = new Money(1990, "KRW");

    @Test
    void multipliesByAQuantity() {
        assertThat(PRICE.times(3)).isEqualTo(new Money(5970, "KRW"));
    }

    @Test
    void addsUp() {
        assertThat(PRICE.plus(new Money(10, "KRW"))).isEqualTo(new Money(2000, "KRW"));
    }

    @Test
    void isReadInTheMajorUnitOfItsCurrency() {
        assertThat(new Money(1990, "EUR").inMajorUnit()).isEqualTo("19.90 EUR");
        assertThat(new Money(5, "KWD").inMajorUnit()).isEqualTo("0.005 KWD");
        assertThat(PRICE.inMajorUnit()).isEqualTo("1990 KRW");
    }

    @Test
    void refusesToAddAnotherCurrency() {
        assertThatThrownBy(() -> PRICE.plus(new Money(10, "EUR")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("cannot add EUR to KRW");
    }

    @Test
    void refusesToOverflow() {
        Money most = new Money(Long.MAX_VALUE, "KRW");

        assertThatThrownBy(() -> most.times(2)).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> most.plus(PRICE)).isInstanceOf(ArithmeticException.class);
    }

    @Test
    void refusesNegativeAmounts() {
        assertThatThrownBy(() -> new Money(-1, "KRW")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesUnknownCurrencies() {
        assertThatThrownBy(() -> new Money(1, "WON")).isInstanceOf(IllegalArgumentException.class);
    }
}
