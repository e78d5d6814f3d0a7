package dev.layeredsaga.paymentstub.fault;

/**
 * The active fault and its count.
 *
 * @param struck the number of attempts it was applied to so far
 */
public record FaultStatus(FaultSettings settings, int struck) {}
