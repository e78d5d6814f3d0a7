package dev.layeredsaga.inventory.claim;

/** Where someone with a token stands towards a claim at some time. */
enum ClaimStanding {
    /** The token is not this claim's. */
    WRONG_TOKEN,
    /** Held, and in time. */
    CURRENT,
    /** Still held, but its time has run out. */
    OVERDUE,
    CONFIRMED,
    RELEASED,
    EXPIRED
}
