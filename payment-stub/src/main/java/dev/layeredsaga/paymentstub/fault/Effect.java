package dev.layeredsaga.paymentstub.fault;

/** What a fault does to one attempt. */
public sealed interface Effect {

    /** Nothing: the attempt is decided and answered as it should be. */
    record Proceed() implements Effect {}

    /** The bank says no; that is a decision, and it is answered. */
    record Decline(DeclineCode code) implements Effect {}

    /** Nothing is decided and no money moves; the client sees the breakage. */
    record FailUndecided(Breakage breakage) implements Effect {}

    /** The decision is made and written down; then its answer breaks. */
    record LoseAnswer(Breakage breakage) implements Effect {}
}
