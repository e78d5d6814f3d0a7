package dev.layeredsaga.engine.definition;

import dev.layeredsaga.contract.saga.SagaReply;
import java.util.List;

/** Receives the later replies of a {@link LocalParticipant}. Thread-safe. */
@FunctionalInterface
public interface SagaReplies {

    /** Applies the replies to their sagas in their order, in the caller's transaction. */
    void reply(List<? extends SagaReply> replies);
}
