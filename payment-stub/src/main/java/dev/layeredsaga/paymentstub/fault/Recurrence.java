package dev.layeredsaga.paymentstub.fault;

/** On which attempts of one order a scenario strikes. */
enum Recurrence {
    ALWAYS,
    /** Each attempt with probability 0.5, drawn from the order's id: the same order meets the same sequence. */
    HALF_THE_TIME,
    /** The first two attempts of the order, whatever their keys. */
    FIRST_TWO
}
