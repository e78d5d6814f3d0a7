package dev.layeredsaga.inventory.claim;

/** The standing of a token's holder towards a claim at a given time. */
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
