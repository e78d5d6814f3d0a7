package dev.layeredsaga.paymentstub.ledger;

import java.util.List;
import java.util.UUID;

/** An order that violates an invariant, and the payments involved. */
public record Violation(String orderId, List<UUID> paymentIds, String detail) {}
