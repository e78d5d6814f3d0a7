package dev.layeredsaga.paymentstub.fault;

/** The effect of a fault on one attempt. */
public sealed interface Effect {

    /** No effect: the attempt is decided and answered normally. */
    record Proceed() implements Effect {}

    /** The bank declines; a decline is a decision and is answered. */
    record Decline(DeclineCode code) implements Effect {}

    /** No decision is made and no money moves; the client gets the broken response. */
    record FailUndecided(Breakage breakage) implements Effect {}

    /** The decision is made and recorded; then its response breaks. */
    record LoseAnswer(Breakage breakage) implements Effect {}
}
