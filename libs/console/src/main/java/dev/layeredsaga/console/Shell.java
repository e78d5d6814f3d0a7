package dev.layeredsaga.console;

import java.util.List;

/**
 * The frame around a page: its title, and the caller.
 *
 * @param user the caller's name
 * @param operator true if the caller may act
 * @param csrf the token that the page's requests carry, so that no other site can make them
 * @param further the pages of the service's own, to which the bar leads
 * @param searchHint what the search box finds
 */
public record Shell(
        String title, String user, boolean operator, String csrf, List<ConsolePage> further, String searchHint) {}
