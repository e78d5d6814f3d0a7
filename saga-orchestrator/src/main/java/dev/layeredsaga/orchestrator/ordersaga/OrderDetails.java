package dev.layeredsaga.orchestrator.ordersaga;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.contract.order.OnBusy;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An order as its saga knows it, without the claim's token.
 *
 * @param claimId the claim, or the hold that the customer had before; null if there is neither yet
 * @param paid true if the money has been taken
 */
public record OrderDetails(
        String customerId,
        List<StockLine> lines,
        Money total,
        String paymentMethod,
        OnBusy onBusy,
        @Nullable UUID claimId,
        boolean paid) {}
