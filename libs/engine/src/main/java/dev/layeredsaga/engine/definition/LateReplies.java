package dev.layeredsaga.engine.definition;

import dev.layeredsaga.contract.saga.SagaReply;
import java.util.List;

/**
 * Hears of replies that come after their saga's end, or that belong to no saga: what a participant grants then, no saga would give back.
 * Given by the application, if it needs to know. Thread-safe.
 */
@FunctionalInterface
public interface LateReplies {

    /**
     * Works in the current transaction, once it has applied all other replies.
     *
     * @param replies in their order; some repeat what their sagas have taken in before they ended
     */
    void handle(List<SagaReply> replies);
}
