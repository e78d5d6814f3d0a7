package dev.layeredsaga.engine.definition;

import dev.layeredsaga.contract.saga.SagaCommand;
import dev.layeredsaga.contract.saga.SagaReply;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * Carries out the commands of a {@link Participant.Local} in the transaction that moves the sagas: neither exists without the other, and no
 * message is on the way. Thread-safe.
 */
public interface LocalParticipant {

    /** Returns the name of its {@link Participant.Local}. */
    String name();

    /**
     * Handles commands in the caller's transaction, in their order.
     *
     * @return the replies that are known at once; later ones go to {@link SagaReplies}
     */
    List<SagaReply> handle(List<? extends SagaCommand> commands);

    /** Returns those of the ended sagas for which it still has work to do, and locks what it knows of all of them in the caller's transaction. */
    Set<UUID> unfinished(Collection<UUID> sagaIds);

    /** Deletes what it knows of sagas that are removed in the caller's transaction. */
    void forget(Collection<UUID> sagaIds);
}
