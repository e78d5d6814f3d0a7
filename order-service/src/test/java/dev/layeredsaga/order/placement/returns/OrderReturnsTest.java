package dev.layeredsaga.order.placement.returns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.contract.order.ReturnedGoods;
import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.order.placement.price.OrderLine;
import dev.layeredsaga.order.placement.returns.ReturnOutcome.Accepted;
import dev.layeredsaga.order.placement.returns.ReturnOutcome.NotLeft;
import dev.layeredsaga.order.placement.returns.ReturnOutcome.TooMany;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OrderReturnsTest {

    private static final Instant NOW = Instant.parse("2026-11-28T10:00:00Z");
    private static final UUID ORDER = UUID.randomUUID();
    private static final List<OrderLine> SOLD =
            List.of(new OrderLine("pen", 3, won(15)), new OrderLine("book", 1, won(180)));

    private OrderReturns returns = new OrderReturns(SOLD, won(225), List.of());

    @Test
    void givesBackThePriceOfWhatIsReturned() {
        assertThat(accepted("a", new StockLine("pen", 2)).amount()).isEqualTo(won(30));
        assertThat(returns.returned()).isEqualTo(won(30));
    }

    @Test
    void takesAllThatIsLeftIfNoLinesAreNamed() {
        accepted("a", new StockLine("pen", 2));

        OrderReturn rest = accept(request("b", null));

        assertThat(rest.lines()).containsExactly(new OrderLine("pen", 1, won(15)), new OrderLine("book", 1, won(180)));
        assertThat(rest.amount()).isEqualTo(won(195));
        assertThat(returns.returned()).isEqualTo(won(225));
        assertThat(returns.request(request("c", null), false, NOW)).isEqualTo(new NotLeft(null, 0));
    }

    /** All of the total goes back in the end, and no more, also if it is not the sum of the prices. */
    @Test
    void givesBackWhatIsLeftOfTheTotalWithTheLastPiece() {
        returns = new OrderReturns(SOLD, won(200), List.of());
        accepted("a", new StockLine("book", 1));
        accepted("b", new StockLine("pen", 1));

        assertThat(accepted("c", new StockLine("pen", 2)).amount()).isEqualTo(won(5));
    }

    @Test
    void givesNothingBackForWhatCostNothing() {
        returns = new OrderReturns(List.of(new OrderLine("gift", 2, won(0))), won(0), List.of());

        assertThat(accepted("a", new StockLine("gift", 1)).amount()).isEqualTo(won(0));
        assertThat(accepted("b", new StockLine("gift", 1)).amount()).isEqualTo(won(0));
    }

    @Test
    void takesNoMoreBackThanIsLeft() {
        accepted("a", new StockLine("pen", 2));

        assertThat(returns.request(request("b", List.of(new StockLine("pen", 2))), false, NOW))
                .isEqualTo(new NotLeft("pen", 1));
    }

    @Test
    void takesBackAgainWhatWasRejected() {
        OrderReturn first = accepted("a", new StockLine("pen", 3));
        returns = new OrderReturns(
                SOLD, won(225), List.of(first.moved(ReturnStatus.REJECTED, Reason.of("DECLINED", "no"))));

        assertThat(returns.returned()).isEqualTo(won(0));
        assertThat(accepted("b", new StockLine("pen", 3)).amount()).isEqualTo(won(45));
    }

    @Test
    void endsOfferingReturnsThatAreRejectedAgainAndAgain() {
        OrderReturn one = accepted("a", new StockLine("pen", 3));
        returns = new OrderReturns(
                SOLD,
                won(225),
                Stream.generate(() -> one.moved(ReturnStatus.REJECTED, Reason.of("DECLINED", "no")))
                        .limit(200)
                        .toList());

        assertThat(returns.request(request("b", null), false, NOW)).isEqualTo(new TooMany(200));
    }

    private OrderReturn accepted(String key, StockLine... lines) {
        return accept(request(key, List.of(lines)));
    }

    private OrderReturn accept(ReturnRequest request) {
        assertThat(returns.request(request, false, NOW)).isInstanceOf(Accepted.class);
        OrderReturn made = ((Accepted) returns.request(request, false, NOW)).made();
        returns = new OrderReturns(
                returns.sold(),
                returns.total(),
                Stream.concat(returns.all().stream(), Stream.of(made)).toList());
        return made;
    }

    private static ReturnRequest request(String key, @Nullable List<StockLine> lines) {
        return new ReturnRequest(ORDER, "mina", key, lines, ReturnedGoods.AWAITED, "broken");
    }

    private static Money won(long amount) {
        return new Money(amount, "KRW");
    }
}
