package dev.layeredsaga.paymentstub.http;

import dev.layeredsaga.paymentstub.access.AccessPolicy;
import dev.layeredsaga.paymentstub.access.AccessPolicy.Zone;
import dev.layeredsaga.paymentstub.http.message.ProblemWriter;
import dev.layeredsaga.paymentstub.http.message.Problems;
import java.io.IOException;
import java.util.Collections;
import java.util.Enumeration;
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
import wiremock.jakarta.servlet.http.HttpServletRequestWrapper;
import wiremock.jakarta.servlet.http.HttpServletResponse;

/**
 * Checks credentials in front of WireMock. A rejected request is not counted, gets no fault, and does not appear in
 * WireMock's request journal. An accepted request is passed on without its credentials.
 */
final class AuthFilter extends HttpFilter {

    private static final long serialVersionUID = 1;

    private static final Pattern BEARER = Pattern.compile("bearer( .*)?", Pattern.CASE_INSENSITIVE);

    private final transient AccessPolicy access;
    private final transient Function<String, Zone> zones;

    /** @param zones by the path as WireMock matches it, so that no spelling of a path bypasses the check */
    AuthFilter(AccessPolicy access, Function<String, Zone> zones) {
        this.access = access;
        this.zones = zones;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        switch (access.check(zones.apply(request.getRequestURI()), bearer(request))) {
            case ALLOWED -> chain.doFilter(new RedactedRequest(request), response);
            case UNAUTHENTICATED -> ProblemWriter.send(Problems.unauthenticated("Bearer"), response);
            case INVALID -> ProblemWriter.send(Problems.unauthenticated("Bearer error=\"invalid_token\""), response);
            case FORBIDDEN -> ProblemWriter.send(Problems.forbidden(), response);
        }
    }

    /** Returns the bearer credential. Several headers are joined into one, invalid credential; none is picked. */
    private static @Nullable String bearer(HttpServletRequest request) {
        List<String> shown = Collections.list(request.getHeaders(RedactedRequest.AUTHORIZATION));
        Matcher bearer = BEARER.matcher(String.join(", ", shown));
        return bearer.matches()
                ? Objects.requireNonNullElse(bearer.group(1), "").strip()
                : null;
    }

    /** A request without its credentials. */
    private static final class RedactedRequest extends HttpServletRequestWrapper {

        static final String AUTHORIZATION = "Authorization";

        RedactedRequest(HttpServletRequest request) {
            super(request);
        }

        @Override
        public @Nullable String getHeader(String name) {
            return isHidden(name) ? null : super.getHeader(name);
        }

        @Override
        public Enumeration<String> getHeaders(String name) {
            return isHidden(name) ? Collections.emptyEnumeration() : super.getHeaders(name);
        }

        @Override
        public Enumeration<String> getHeaderNames() {
            return Collections.enumeration(Collections.list(super.getHeaderNames()).stream()
                    .filter(name -> !isHidden(name))
                    .toList());
        }

        private static boolean isHidden(String name) {
            return AUTHORIZATION.equalsIgnoreCase(name);
        }
    }
}
