package dev.layeredsaga.engine;

import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.outbox.Outbox;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** An outbox for tests that keeps what has been published by transactions that have committed, and sends nothing. Thread-safe. */
public final class RecordingOutbox implements Outbox {

    private final List<OutgoingMessage> published = new CopyOnWriteArrayList<>();

    @Override
    public void publish(OutgoingMessage message) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                published.add(message);
            }
        });
    }

    public void clear() {
        published.clear();
    }

    public List<OutgoingMessage> published() {
        return List.copyOf(published);
    }

    /** The types of what has been published under the key, in order. */
    public List<String> typesOf(Object key) {
        return published.stream()
                .filter(message -> message.key().equals(key.toString()))
                .map(OutgoingMessage::type)
                .toList();
    }

    /** The payloads of one type under the key, in order. */
    public <T> List<T> payloadsOf(Object key, Class<T> type) {
        return published.stream()
                .filter(message -> message.key().equals(key.toString()))
                .map(OutgoingMessage::payload)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }
}
