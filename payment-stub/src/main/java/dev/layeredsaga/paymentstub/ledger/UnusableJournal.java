package dev.layeredsaga.paymentstub.ledger;

import org.jspecify.annotations.Nullable;

/** Thrown if a ledger cannot be loaded from its journal; the message is one line with the journal and the reason. */
public final class UnusableJournal extends RuntimeException {

    public UnusableJournal(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
