package dev.layeredsaga.console;

/**
 * A page of the service's own that the bar leads to. Beans of this type come in their order, after the console's own pages.
 *
 * @param title the text of the link, and the title of the page
 * @param href its address, below {@code /console}
 */
public record ConsolePage(String title, String href) {}
