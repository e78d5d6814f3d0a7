package dev.layeredsaga.paymentstub.ledger;

import java.util.List;
import java.util.UUID;

/** An order that breaks an invariant, and the payments that do it. */
public record Violation(String orderId, List<UUID> paymentIds, String detail) {}
