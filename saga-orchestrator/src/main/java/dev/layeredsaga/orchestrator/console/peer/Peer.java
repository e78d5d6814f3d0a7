package dev.layeredsaga.orchestrator.console.peer;

/** A service whose API the console uses. */
public enum Peer {
    INVENTORY("the inventory"),
    ORDERS("the order service"),
    PAYMENT_STUB("the payment stub");

    private final String words;

    Peer(String words) {
        this.words = words;
    }

    /** Returns its name in the middle of a sentence. */
    public String words() {
        return words;
    }
}
