package dev.layeredsaga.paymentstub.ledger;

import dev.layeredsaga.paymentstub.vocabulary.IdempotencyKey;
import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * An attempt the gateway has started and not decided.
 *
 * @param paymentIds the payment it is about, if there is one yet
 */
public record Pending(OrderId orderId, List<UUID> paymentIds, IdempotencyKey idempotencyKey, Instant since) {}
