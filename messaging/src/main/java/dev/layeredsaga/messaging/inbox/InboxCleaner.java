package dev.layeredsaga.messaging.inbox;

import java.time.Duration;
import org.springframework.scheduling.annotation.Scheduled;

/** Keeps the inbox from growing for ever. */
public final class InboxCleaner {

    private static final int BATCH = 10_000;

    private final Inbox inbox;
    private final Duration retention;

    public InboxCleaner(Inbox inbox, Duration retention) {
        this.inbox = inbox;
        this.retention = retention;
    }

    /** Forgets in short transactions until nothing old is left. */
    @Scheduled(fixedDelayString = "PT10M", initialDelayString = "PT1M")
    void clean() {
        int forgotten;
        do {
            forgotten = inbox.forgetOlderThan(retention, BATCH);
        } while (forgotten == BATCH);
    }
}
