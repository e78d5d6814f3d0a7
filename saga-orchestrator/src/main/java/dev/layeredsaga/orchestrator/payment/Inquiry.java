package dev.layeredsaga.orchestrator.payment;

/** The gateway's answer about an idempotency key. */
public sealed interface Inquiry {

    record Captured(String paymentId) implements Inquiry {}

    record Declined(String code) implements Inquiry {}

    /** Captured once, and given back. */
    record Refunded(String paymentId) implements Inquiry {}

    /** The gateway has not decided yet. */
    record Processing() implements Inquiry {}

    /** The gateway has never captured or declined anything under this key. */
    record NotFound() implements Inquiry {}

    /** The gateway could not be asked. */
    record NoAnswer(String reason) implements Inquiry {}
}
