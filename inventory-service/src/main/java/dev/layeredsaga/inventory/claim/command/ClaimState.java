package dev.layeredsaga.inventory.claim.command;

/** The state of a claim. */
public enum ClaimState {
    /** Stock is reserved for it, until it expires. */
    HELD,
    /** The claim is a sale. */
    CONFIRMED,
    /** The claim was released. */
    RELEASED,
    /** The claim's time ran out. */
    EXPIRED;

    public boolean mayBecome(ClaimState next) {
        return switch (this) {
            case HELD -> next != HELD;
            case CONFIRMED -> next == RELEASED; // a sale that its saga has to compensate
            case RELEASED, EXPIRED -> false;
        };
    }
}
