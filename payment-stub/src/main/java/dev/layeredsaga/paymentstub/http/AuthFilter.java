package dev.layeredsaga.paymentstub.http;

import dev.layeredsaga.paymentstub.access.ApiKeys;
import dev.layeredsaga.paymentstub.http.message.Problems;
import java.io.IOException;
import java.util.Collections;
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
import wiremock.jakarta.servlet.http.HttpServletResponse;
import wiremock.org.eclipse.jetty.http.HttpFields;
import wiremock.org.eclipse.jetty.http.HttpHeader;
import wiremock.org.eclipse.jetty.server.Request;

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
            Request jetty = Request.getBaseRequest(request);
            jetty.setHttpFields(HttpFields.build(jetty.getHttpFields()).remove(HttpHeader.AUTHORIZATION));
            chain.doFilter(request, response);
        } else {
            String challenge = key == null ? "Bearer" : "Bearer error=\"invalid_token\"";
            Problems.send(Problems.unauthenticated(challenge), response);
        }
    }

    /** Returns the bearer credential. Several headers are joined into one, invalid credential; none is picked. */
    private static @Nullable String bearer(HttpServletRequest request) {
        List<String> shown = Collections.list(request.getHeaders(HttpHeader.AUTHORIZATION.asString()));
        Matcher bearer = BEARER.matcher(String.join(", ", shown));
        return bearer.matches()
                ? Objects.requireNonNullElse(bearer.group(1), "").strip()
                : null;
    }
}
