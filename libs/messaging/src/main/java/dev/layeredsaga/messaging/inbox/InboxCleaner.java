package dev.layeredsaga.messaging.inbox;

import java.time.Duration;
import org.springframework.scheduling.annotation.Scheduled;

/** Deletes expired records from the inbox. */
public final class InboxCleaner {

    private static final int BATCH = 10_000;

    private final Inbox inbox;
    private final Duration retention;

    public InboxCleaner(Inbox inbox, Duration retention) {
        this.inbox = inbox;
        this.retention = retention;
    }

    /** Deletes in short transactions until no expired record is left. */
    @Scheduled(fixedDelayString = "${messaging.inbox.interval:10m}", initialDelayString = "1m")
    void clean() {
        int forgotten;
        do {
            forgotten = inbox.forgetOlderThan(retention, BATCH);
        } while (forgotten == BATCH);
    }
}
