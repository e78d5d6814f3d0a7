package dev.layeredsaga.paymentstub.ledger;

import dev.layeredsaga.paymentstub.vocabulary.IdempotencyKey;
import dev.layeredsaga.paymentstub.vocabulary.Money;
import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.util.UUID;

/** Which payment an entry is about, how much, and the key under which it was asked for. */
public record Posting(UUID paymentId, OrderId orderId, Money money, IdempotencyKey idempotencyKey) {}
