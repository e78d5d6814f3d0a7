package dev.layeredsaga.contract.inventory;

import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.contract.saga.StepAttempt;
import java.util.List;
import java.util.UUID;

/**
 * Takes back what was sold, once for the return's saga and step, and never more than was sold; the claim stays a sale. Answered by
 * {@link StockRestored} or {@link RestoreRefused}.
 *
 * @param attempt of the return's saga
 * @param soldTo the saga to which the claim was sold
 * @param putBack what is for sale again
 * @param writtenOff what has come back, or never will, and stays out of stock
 */
public record RestoreStock(StepAttempt attempt, UUID soldTo, List<StockLine> putBack, List<StockLine> writtenOff)
        implements InventoryCommand {

    /** @throws IllegalArgumentException if both lists are empty */
    public RestoreStock {
        putBack = List.copyOf(putBack);
        writtenOff = List.copyOf(writtenOff);
        if (putBack.isEmpty() && writtenOff.isEmpty()) {
            throw new IllegalArgumentException("nothing to restore");
        }
    }
}
