package dev.layeredsaga.messaging.listener;

/** Thrown if records of a poll are neither handled nor held; those that are, are committed all the same. */
final class PollFailedException extends RuntimeException {

    private final transient PollOutcome outcome;

    PollFailedException(PollOutcome outcome) {
        super("not all records of a poll could be handled or held", outcome.stoppedBy());
        this.outcome = outcome;
    }

    PollOutcome outcome() {
        return outcome;
    }
}
