package dev.layeredsaga.orchestrator.console;

/**
 * A page that says one thing.
 *
 * @param href where to go on, with {@code link} as its text
 */
public record Message(String title, String text, String href, String link) {}
