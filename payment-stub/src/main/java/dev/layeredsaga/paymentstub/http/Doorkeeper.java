package dev.layeredsaga.paymentstub.http;

import dev.layeredsaga.paymentstub.access.Doors;
import dev.layeredsaga.paymentstub.access.Room;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import wiremock.jakarta.servlet.FilterChain;
import wiremock.jakarta.servlet.ServletException;
import wiremock.jakarta.servlet.http.HttpFilter;
import wiremock.jakarta.servlet.http.HttpServletRequest;
import wiremock.jakarta.servlet.http.HttpServletResponse;

/**
 * Checks credentials in front of WireMock. A rejected request is not counted, gets no fault, and does not appear in
 * WireMock's request journal. An accepted request is passed on without its credentials.
 */
final class Doorkeeper extends HttpFilter {

    private static final long serialVersionUID = 1;

    private static final Pattern BEARER = Pattern.compile("bearer( .*)?", Pattern.CASE_INSENSITIVE);

    private final transient Doors doors;
    private final transient Function<String, Room> rooms;

    /** @param rooms by the path as WireMock matches it, so that no spelling of a path bypasses the check */
    Doorkeeper(Doors doors, Function<String, Room> rooms) {
        this.doors = doors;
        this.rooms = rooms;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain inside)
            throws IOException, ServletException {
        switch (doors.knock(rooms.apply(request.getRequestURI()), bearer(request))) {
            case WELCOME -> inside.doFilter(new Discreet(request), response);
            case UNKNOWN -> Refusals.send(Problems.unauthenticated("Bearer"), response);
            case NOT_BELIEVED -> Refusals.send(Problems.unauthenticated("Bearer error=\"invalid_token\""), response);
            case NOT_ALLOWED -> Refusals.send(Problems.forbidden(), response);
        }
    }

    /** Returns the bearer credential. Several headers are joined into one, invalid credential; none is picked. */
    private static @Nullable String bearer(HttpServletRequest request) {
        List<String> shown = Collections.list(request.getHeaders(Discreet.AUTHORIZATION));
        Matcher bearer = BEARER.matcher(String.join(", ", shown));
        return bearer.matches()
                ? Objects.requireNonNullElse(bearer.group(1), "").strip()
                : null;
    }
}
