package dev.layeredsaga.paymentstub.attempt;

/** The gateway's decision on a request. */
public interface Decision {

    /** Returns true if the decision is kept under its key and replayed; otherwise the key can be retried. */
    default boolean isFinal() {
        return true;
    }
}
