package dev.layeredsaga.testbed.infrastructure;

/** A database for one test, with its credentials. */
public record TestDatabase(String name, String jdbcUrl, String user, String password) {}
