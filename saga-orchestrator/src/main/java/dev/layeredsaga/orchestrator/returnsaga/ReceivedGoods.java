package dev.layeredsaga.orchestrator.returnsaga;

import dev.layeredsaga.contract.StockLine;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The signal that the goods of a return have been received.
 *
 * @param writtenOff those that cannot be sold again; default none. The others are put back into stock
 */
record ReceivedGoods(@Nullable List<StockLine> writtenOff) {

    List<StockLine> lost() {
        return Objects.requireNonNullElse(writtenOff, List.of());
    }
}
