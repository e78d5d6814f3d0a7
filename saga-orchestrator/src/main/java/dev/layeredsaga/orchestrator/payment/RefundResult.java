package dev.layeredsaga.orchestrator.payment;

/** The result of asking the gateway for a refund. */
public sealed interface RefundResult {

    record Refunded() implements RefundResult {}

    /** The gateway refuses; only a person can help. */
    record Declined(String code) implements RefundResult {}

    /** Not known; asking again with the same key is safe. */
    record Unknown(String reason) implements RefundResult {}
}
