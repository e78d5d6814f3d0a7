package dev.layeredsaga.orchestrator.deadletter;

import dev.layeredsaga.messaging.failure.FailureKind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Stores what comes on the dead letters' topics, each letter once. Thread-safe. */
@Component
public class IncomingLetters {

    private static final Logger log = LoggerFactory.getLogger(IncomingLetters.class);

    private final DeadLetterTable table;

    IncomingLetters(DeadLetterTable table) {
        this.table = table;
    }

    /** Stores a letter; one that the database refuses for its own values is stored without any. */
    public void store(Letter letter) {
        try {
            table.add(letter);
        } catch (RuntimeException e) {
            if (FailureKind.of(e) != FailureKind.DATA) {
                throw e;
            }
            log.error("dead letter {} could only be stored without content: {}", letter.id(), FailureKind.summaryOf(e));
            table.add(letter.withoutContent());
        }
    }
}
