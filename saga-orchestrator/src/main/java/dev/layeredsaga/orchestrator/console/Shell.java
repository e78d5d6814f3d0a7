package dev.layeredsaga.orchestrator.console;

import dev.layeredsaga.chassis.security.Caller;
import org.springframework.security.web.csrf.CsrfToken;

/**
 * The frame around a page: its title, and the caller.
 *
 * @param user the caller's name
 * @param operator true if the caller may act
 * @param csrf the token that the page's requests carry, so that no other site can make them
 */
public record Shell(String title, String user, boolean operator, String csrf) {

    /** Returns the frame of a page for this caller. */
    public static Shell of(String title, Caller caller, CsrfToken csrf) {
        return new Shell(title, caller.name(), caller.isOperator(), csrf.getToken());
    }
}
