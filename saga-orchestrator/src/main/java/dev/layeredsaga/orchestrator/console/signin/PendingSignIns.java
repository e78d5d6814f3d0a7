package dev.layeredsaga.orchestrator.console.signin;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.security.oauth2.client.web.AuthorizationRequestRepository;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.web.util.WebUtils;

/**
 * The sign-ins that are at the issuer. The issuer's answer comes from another site, and the session's cookie stays away from such
 * requests; so a browser is known here by a cookie of its own, which lasts five minutes and is good for nothing else. Keeps the
 * latest thousand. Thread-safe.
 */
final class PendingSignIns implements AuthorizationRequestRepository<OAuth2AuthorizationRequest> {

    private static final String COOKIE = "saga-console-sign-in";
    private static final String PATH = "/console/login";
    private static final Duration LIFETIME = Duration.ofMinutes(5);
    private static final int MOST = 1000;

    private record Pending(OAuth2AuthorizationRequest request, long startedAt) {

        boolean isOver() {
            return System.nanoTime() - startedAt > LIFETIME.toNanos();
        }
    }

    private final Map<String, Pending> byCookie = new LinkedHashMap<>();

    @Override
    public synchronized @Nullable OAuth2AuthorizationRequest loadAuthorizationRequest(HttpServletRequest request) {
        Pending pending = byCookie.get(cookie(request));
        String state = request.getParameter("state");
        return pending == null
                        || pending.isOver()
                        || state == null
                        || !state.equals(pending.request().getState())
                ? null
                : pending.request();
    }

    @Override
    public synchronized void saveAuthorizationRequest(
            @Nullable OAuth2AuthorizationRequest pending, HttpServletRequest request, HttpServletResponse response) {
        if (pending == null) {
            byCookie.remove(cookie(request));
            return;
        }
        String id = UUID.randomUUID().toString();
        byCookie.put(id, new Pending(pending, System.nanoTime()));
        removeEldest();
        setCookie(request, response, id, LIFETIME);
    }

    @Override
    public synchronized @Nullable OAuth2AuthorizationRequest removeAuthorizationRequest(
            HttpServletRequest request, HttpServletResponse response) {
        OAuth2AuthorizationRequest pending = loadAuthorizationRequest(request);
        if (pending != null) {
            byCookie.remove(cookie(request));
            setCookie(request, response, "", Duration.ZERO);
        }
        return pending;
    }

    private void removeEldest() {
        Iterator<Pending> eldest = byCookie.values().iterator();
        while (eldest.hasNext() && (eldest.next().isOver() || byCookie.size() > MOST)) {
            eldest.remove();
        }
    }

    /** Returns the cookie's value; empty, which is nobody's, if there is none. */
    private static String cookie(HttpServletRequest request) {
        Cookie cookie = WebUtils.getCookie(request, COOKIE);
        return cookie == null ? "" : cookie.getValue();
    }

    private static void setCookie(
            HttpServletRequest request, HttpServletResponse response, String value, Duration lifetime) {
        String cookie = ResponseCookie.from(COOKIE, value)
                .path(PATH)
                .maxAge(lifetime)
                .httpOnly(true)
                .secure(request.isSecure())
                .sameSite("Lax")
                .build()
                .toString();
        response.addHeader(HttpHeaders.SET_COOKIE, cookie);
    }
}
