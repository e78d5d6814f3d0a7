package dev.layeredsaga.paymentstub.ledger;

import dev.layeredsaga.paymentstub.vocabulary.IdempotencyKey;
import dev.layeredsaga.paymentstub.vocabulary.Money;
import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.util.UUID;

/** The payment and amount of an entry, and the idempotency key of its request. */
public record Posting(UUID paymentId, OrderId orderId, Money money, IdempotencyKey idempotencyKey) {}
