package dev.layeredsaga.orchestrator.returnsaga;

import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderLine;
import dev.layeredsaga.contract.order.ReturnRequested;
import dev.layeredsaga.contract.order.ReturnSagaEvent;
import dev.layeredsaga.contract.order.ReturnSagaEvent.ReturnCompleted;
import dev.layeredsaga.contract.order.ReturnSagaEvent.ReturnRejected;
import dev.layeredsaga.contract.order.ReturnedGoods;
import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.messaging.envelope.MessageJson;
import java.util.List;
import java.util.Set;

/**
 * The data of the return saga.
 *
 * @param isDue true if nothing is waited for any longer: the money goes back
 * @param writtenOff what is not put back into stock, each sku once
 */
public record ReturnData(ReturnRequested request, boolean isDue, List<StockLine> writtenOff) {

    /** Codes that do not come from a refusal: the refund may have been made. */
    private static final Set<String> BY_HAND_OR_TIME = Set.of(Reason.CANCELLED_BY_OPERATOR, Reason.DEADLINE_EXCEEDED);

    /**
     * Returns the data as it is stored.
     *
     * @throws tools.jackson.core.JacksonException if it cannot be read
     */
    public static ReturnData read(String stored) {
        return MessageJson.mapper().readValue(stored, ReturnData.class);
    }

    static ReturnData of(ReturnRequested request) {
        ReturnData all = new ReturnData(request, request.goods() != ReturnedGoods.AWAITED, List.of());
        return request.goods() == ReturnedGoods.KEPT ? all.writingOff(all.putBack()) : all;
    }

    ReturnData writingOff(List<StockLine> lost) {
        return new ReturnData(request, true, lost);
    }

    /** Returns true if no more is lost than is returned, each sku once. */
    boolean covers(List<StockLine> lost) {
        return lost.stream().map(StockLine::sku).distinct().count() == lost.size()
                && lost.stream().allMatch(line -> line.quantity() <= quantityOf(line.sku(), stock()));
    }

    List<StockLine> putBack() {
        return stock().stream()
                .filter(line -> line.quantity() > quantityOf(line.sku(), writtenOff))
                .map(line -> new StockLine(line.sku(), line.quantity() - quantityOf(line.sku(), writtenOff)))
                .toList();
    }

    /** Returns what is returned. */
    public List<StockLine> stock() {
        return request.lines().stream().map(OrderLine::stock).toList();
    }

    private static int quantityOf(String sku, List<StockLine> lines) {
        return lines.stream()
                .filter(line -> line.sku().equals(sku))
                .mapToInt(StockLine::quantity)
                .sum();
    }

    ReturnCompleted completed() {
        return new ReturnCompleted(request.orderId(), request.customerId(), request.amount(), putBack(), writtenOff);
    }

    /** Returns the end of a return that was not done: none whose money may have gone back is rejected, or it could go back once more. */
    ReturnSagaEvent rejected(Reason reason) {
        return isDue && BY_HAND_OR_TIME.contains(reason.code())
                ? completed()
                : new ReturnRejected(request.orderId(), request.customerId(), reason);
    }
}
