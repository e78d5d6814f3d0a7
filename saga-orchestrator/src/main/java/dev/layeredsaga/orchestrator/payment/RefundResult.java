package dev.layeredsaga.orchestrator.payment;

/** What is known after asking the gateway to give money back. */
public sealed interface RefundResult {

    record Refunded() implements RefundResult {}

    /** The gateway refuses; only a person can help. */
    record Declined(String code) implements RefundResult {}

    /** Not known; asking again with the same key is safe. */
    record Unknown(String reason) implements RefundResult {}
}
