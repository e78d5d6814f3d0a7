package dev.layeredsaga.paymentstub.http;

import dev.layeredsaga.paymentstub.access.ApiKeys;
import dev.layeredsaga.paymentstub.http.message.ProblemWriter;
import dev.layeredsaga.paymentstub.http.message.Problems;
import java.io.IOException;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
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
 * Checks API keys in front of WireMock. A rejected request is not counted, gets no fault, and does not appear in
 * WireMock's request journal. An accepted request is passed on without its credentials.
 */
final class AuthFilter extends HttpFilter {

    private static final long serialVersionUID = 1;

    private static final Pattern BEARER = Pattern.compile("bearer( .*)?", Pattern.CASE_INSENSITIVE);

    private final transient ApiKeys keys;
    private final transient Predicate<String> open;

    /** @param open the paths, as WireMock matches them, that need no key; every other one needs one, however it is spelled */
    AuthFilter(ApiKeys keys, Predicate<String> open) {
        this.keys = keys;
        this.open = open;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        String key = bearer(request);
        if (keys.isEmpty() || open.test(request.getRequestURI()) || (key != null && keys.contains(key))) {
            chain.doFilter(new RedactedRequest(request), response);
        } else {
            String challenge = key == null ? "Bearer" : "Bearer error=\"invalid_token\"";
            ProblemWriter.send(Problems.unauthenticated(challenge), response);
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
