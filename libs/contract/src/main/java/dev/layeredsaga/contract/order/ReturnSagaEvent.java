package dev.layeredsaga.contract.order;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderLine;
import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.contract.saga.SagaEvent;
import java.util.List;
import java.util.UUID;

/**
 * An event of a return's saga besides those of the engine, on the public topic {@code returns.events}. It ends with exactly one of
 * {@link ReturnCompleted} and {@link ReturnRejected}.
 */
public sealed interface ReturnSagaEvent extends SagaEvent {

    /** Returns the id of the order of which something is returned; the saga's own id is that of the return. */
    UUID orderId();

    record ReturnStarted(
            UUID orderId,
            String definition,
            int version,
            String customerId,
            List<OrderLine> lines,
            Money amount,
            ReturnedGoods goods)
            implements ReturnSagaEvent {

        public ReturnStarted {
            lines = List.copyOf(lines);
        }
    }

    /** @param writtenOff those that are not put back into stock */
    record GoodsReceived(UUID orderId, List<StockLine> writtenOff) implements ReturnSagaEvent {

        public GoodsReceived {
            writtenOff = List.copyOf(writtenOff);
        }
    }

    record MoneyReturned(UUID orderId, Money amount) implements ReturnSagaEvent {}

    /**
     * The return is done, or an operator has settled what was left to do once money may have gone back.
     *
     * @param amount given back; 0 for what cost nothing
     */
    record ReturnCompleted(
            UUID orderId, String customerId, Money amount, List<StockLine> putBack, List<StockLine> writtenOff)
            implements ReturnSagaEvent {

        public ReturnCompleted {
            putBack = List.copyOf(putBack);
            writtenOff = List.copyOf(writtenOff);
        }
    }

    /** The end of a return without a refund; its lines can be returned again. */
    record ReturnRejected(UUID orderId, String customerId, Reason reason) implements ReturnSagaEvent {}
}
