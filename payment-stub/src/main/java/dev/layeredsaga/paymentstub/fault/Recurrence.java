package dev.layeredsaga.paymentstub.fault;

/** Selects the attempts of one order that a scenario applies to. */
enum Recurrence {
    ALWAYS,
    /** Each attempt with probability 0.5, drawn from the order's id: the same order gets the same sequence. */
    HALF_THE_TIME,
    /** The first two attempts of the order, whatever their keys. */
    FIRST_TWO
}
