package dev.layeredsaga.orchestrator.payment;

import dev.layeredsaga.contract.Money;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A payment as the participant knows it.
 *
 * @param state CAPTURED, for example
 * @param gatewayReference the gateway's id of a captured payment, or its code for a declined one
 * @param voided true if no charge may start any more
 * @param refundDueAt when an owed refund is tried again; null if none is owed
 */
public record PaymentDetails(
        UUID sagaId,
        String state,
        Money amount,
        @Nullable String gatewayReference,
        boolean voided,
        @Nullable Instant refundDueAt) {}
