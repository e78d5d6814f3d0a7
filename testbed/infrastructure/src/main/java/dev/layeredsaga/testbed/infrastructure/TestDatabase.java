package dev.layeredsaga.testbed.infrastructure;

/** A database of one test's own, and how to get into it. */
public record TestDatabase(String name, String jdbcUrl, String user, String password) {}
