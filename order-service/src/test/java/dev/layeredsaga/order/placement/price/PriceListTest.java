package dev.layeredsaga.order.placement.price;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.StockLine;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PriceListTest {

    private static final PriceList PRICES = new PriceList(Map.of(
            "seat", new Money(1990, "KRW"),
            "cup", new Money(5, "KRW"),
            "book", new Money(1200, "EUR"),
            "island", new Money(Money.MOST, "KRW")));

    @Test
    void addsUpWhatTheLinesCost() {
        assertThat(price(new StockLine("seat", 2), new StockLine("cup", 3)))
                .isEqualTo(new Pricing.Priced(
                        List.of(
                                new OrderLine("seat", 2, new Money(1990, "KRW")),
                                new OrderLine("cup", 3, new Money(5, "KRW"))),
                        new Money(3995, "KRW")));
    }

    @Test
    void namesEveryUnknownSku() {
        assertThat(price(new StockLine("unicorn", 1), new StockLine("seat", 1), new StockLine("dragon", 1)))
                .isEqualTo(new Pricing.Unpriced.UnknownSkus(Set.of("unicorn", "dragon")));
    }

    @Test
    void refusesToAddDifferentCurrencies() {
        assertThat(price(new StockLine("seat", 1), new StockLine("book", 1)))
                .isEqualTo(new Pricing.Unpriced.MixedCurrencies(Set.of("KRW", "EUR")));
    }

    @Test
    void refusesATotalThatDoesNotFit() {
        assertThat(price(new StockLine("island", 2))).isEqualTo(new Pricing.Unpriced.TotalTooLarge());
        assertThat(price(new StockLine("island", 1), new StockLine("cup", 1)))
                .isEqualTo(new Pricing.Unpriced.TotalTooLarge());
    }

    private static Pricing price(StockLine... lines) {
        return PRICES.price(List.of(lines));
    }
}
