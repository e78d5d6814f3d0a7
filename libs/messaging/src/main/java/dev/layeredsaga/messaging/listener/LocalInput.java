package dev.layeredsaga.messaging.listener;

/**
 * Input that reaches a service otherwise than by Kafka, such as an answer of an HTTP client, and shares the transaction of a poll if one
 * comes in time. Thread-safe.
 */
public interface LocalInput {

    /** Returns true if nothing is waiting. */
    boolean isEmpty();

    /** Handles what is waiting, in the caller's transaction. If that is not committed, the input sees to it without a poll. */
    void handle();
}
