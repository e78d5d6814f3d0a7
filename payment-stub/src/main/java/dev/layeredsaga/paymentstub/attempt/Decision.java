package dev.layeredsaga.paymentstub.attempt;

/** What the gateway made of a request. */
public interface Decision {

    /** A final decision is kept under its key and replayed; any other leaves the key free to be tried again. */
    default boolean isFinal() {
        return true;
    }
}
