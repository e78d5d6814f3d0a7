package dev.layeredsaga.paymentstub.fault;

/**
 * The fault in force and how often it has struck.
 *
 * @param struck attempts it has struck so far
 */
public record FaultStatus(FaultSettings settings, int struck) {}
