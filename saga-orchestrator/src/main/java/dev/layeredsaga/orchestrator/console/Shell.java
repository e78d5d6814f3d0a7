package dev.layeredsaga.orchestrator.console;

/**
 * The frame around a page: its title, and the caller.
 *
 * @param user the caller's name
 * @param operator true if the caller may act
 * @param csrf the token that the page's requests carry, so that no other site can make them
 * @param demo true if there is a panel of demonstrations
 */
public record Shell(String title, String user, boolean operator, String csrf, boolean demo) {}
