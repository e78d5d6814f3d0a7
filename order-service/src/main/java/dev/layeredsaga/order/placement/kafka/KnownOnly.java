package dev.layeredsaga.order.placement.kafka;

import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.messaging.envelope.IncomingMessage;
import dev.layeredsaga.messaging.envelope.MalformedMessageException;
import dev.layeredsaga.messaging.listener.Batch;
import dev.layeredsaga.order.placement.UnknownIdsException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/** Has events of sagas handled but for those whose order or return is not in the database, which is searched for. Thread-safe. */
@Component
final class KnownOnly {

    private final TransactionOperations transaction;
    private final LostOrderSweep lost;

    KnownOnly(TransactionOperations transaction, LostOrderSweep lost) {
        this.transaction = transaction;
        this.lost = lost;
    }

    /**
     * Has the batch handled in a transaction. The events of what is unknown are left to be sent again, once it has been put back.
     *
     * @param handler gets those that have not been handled before
     */
    void handle(Batch<SagaEvent> batch, Consumer<List<IncomingMessage<SagaEvent>>> handler) {
        try {
            transaction.executeWithoutResult(status -> handler.accept(batch.admit()));
        } catch (UnknownIdsException e) {
            batch.messages().stream()
                    .filter(message -> e.ids().contains(id(message)))
                    .map(message -> Objects.requireNonNullElseGet(message.time(), Instant::now))
                    .min(Comparator.naturalOrder())
                    .ifPresent(lost::searchFor);
            batch.leaveOut(message -> e.ids().contains(id(message)));
            transaction.executeWithoutResult(status -> handler.accept(batch.admit()));
        }
    }

    /** Returns the id of the order or the return that the event is about. */
    static UUID id(IncomingMessage<SagaEvent> event) {
        try {
            return UUID.fromString(event.key());
        } catch (IllegalArgumentException e) {
            throw new MalformedMessageException("the key is not the UUID of an order or a return: " + event.key(), e);
        }
    }
}
