package dev.layeredsaga.inventory.claim;

/** What has become of a claim so far. */
public enum ClaimState {
    /** Stock is reserved for it, until it expires. */
    HELD,
    /** It is a sale. */
    CONFIRMED,
    /** It was given back. */
    RELEASED,
    /** Its time ran out. */
    EXPIRED;

    boolean mayBecome(ClaimState next) {
        return switch (this) {
            case HELD -> next != HELD;
            case CONFIRMED -> next == RELEASED; // a sale that its saga has to undo
            case RELEASED, EXPIRED -> false;
        };
    }
}
