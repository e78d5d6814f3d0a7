package dev.layeredsaga.paymentstub.ledger;

import org.jspecify.annotations.Nullable;

/** A ledger cannot be taken up from its journal; the message says which and why, in one line. */
public final class UnusableJournal extends RuntimeException {

    public UnusableJournal(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
