package dev.layeredsaga.order.placement.returns;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.contract.order.ReturnedGoods;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A request to return what was sold.
 *
 * @param caller the owner of the key; keys of different callers and of different orders never collide
 * @param lines each sku once, in the order of the skus; null for all that is left
 */
public record ReturnRequest(
        UUID orderId, String caller, String key, @Nullable List<StockLine> lines, ReturnedGoods goods, String reason) {

    /**
     * Returns the id of this request's return, which follows from all of it: a request that is repeated after its return has been lost, as
     * with a database that was restored, so meets its own saga and refund.
     */
    public UUID returnId() {
        return UUID.nameUUIDFromBytes(toString().getBytes(UTF_8));
    }

    /** Returns true if the other has the same key of the same caller. */
    boolean hasKeyOf(ReturnRequest other) {
        return caller.equals(other.caller) && key.equals(other.key);
    }
}
