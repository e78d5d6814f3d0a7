package dev.layeredsaga.messaging.inbox;

import dev.layeredsaga.messaging.settings.MessagingProperties.InboxSettings;
import dev.layeredsaga.messaging.sweep.Sweep;

/** Deletes expired records from the inbox. */
public final class InboxCleaner implements Sweep {

    private static final int BATCH = 10_000;

    private final Inbox inbox;
    private final InboxSettings settings;

    public InboxCleaner(Inbox inbox, InboxSettings settings) {
        this.inbox = inbox;
        this.settings = settings;
    }

    @Override
    public Schedule schedule() {
        return new Schedule("handled messages to forget", settings.interval(), BATCH);
    }

    @Override
    public int sweep() {
        return inbox.forgetOlderThan(settings.retention(), BATCH);
    }
}
