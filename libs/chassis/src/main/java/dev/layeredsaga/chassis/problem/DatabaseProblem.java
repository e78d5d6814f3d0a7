package dev.layeredsaga.chassis.problem;

/**
 * The problem of a request that failed because the database cannot be reached; a bean.
 *
 * @param code {@code TEMPORARILY_UNAVAILABLE} unless a service has a code of its own
 */
public record DatabaseProblem(ProblemCode code) {}
