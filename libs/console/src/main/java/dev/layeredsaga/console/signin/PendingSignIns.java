package dev.layeredsaga.console.signin;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.security.crypto.encrypt.AesGcmBytesEncryptor;
import org.springframework.security.crypto.encrypt.BytesEncryptor;
import org.springframework.security.jackson.SecurityJacksonModules;
import org.springframework.security.oauth2.client.web.AuthorizationRequestRepository;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.web.util.WebUtils;
import tools.jackson.databind.json.JsonMapper;

/**
 * The sign-ins that are at the issuer, each in a cookie of the browser that began it: anyone may begin one, so nothing is kept here. The
 * cookie is encrypted with a key that all instances share, lasts five minutes and is good for nothing else; that of the session stays away from the
 * issuer's answer, which comes from another site. Thread-safe.
 */
final class PendingSignIns implements AuthorizationRequestRepository<OAuth2AuthorizationRequest> {

    private static final String COOKIE = "saga-console-sign-in";
    private static final String PATH = "/console/login";
    private static final Duration LIFETIME = Duration.ofMinutes(5);

    private final JsonMapper json = JsonMapper.builder()
            .addModules(SecurityJacksonModules.getModules(PendingSignIns.class.getClassLoader()))
            .build();
    private final BytesEncryptor cipher;

    private record Pending(OAuth2AuthorizationRequest request, long endsAt) {}

    /** @param key 256 bits for AES-GCM, which also refuses what it has not encrypted */
    PendingSignIns(byte[] key) {
        cipher = AesGcmBytesEncryptor.withSecretKey(new SecretKeySpec(key, "AES"))
                .build();
    }

    @Override
    public @Nullable OAuth2AuthorizationRequest loadAuthorizationRequest(HttpServletRequest request) {
        Pending pending = pending(request);
        String state = request.getParameter("state");
        return pending == null
                        || Instant.now().toEpochMilli() > pending.endsAt()
                        || state == null
                        || !state.equals(pending.request().getState())
                ? null
                : pending.request();
    }

    @Override
    public void saveAuthorizationRequest(
            @Nullable OAuth2AuthorizationRequest request, HttpServletRequest from, HttpServletResponse response) {
        if (request == null) {
            setCookie(from, response, "", Duration.ZERO);
            return;
        }
        Pending pending = new Pending(request, Instant.now().plus(LIFETIME).toEpochMilli());
        byte[] encrypted = cipher.encrypt(json.writeValueAsBytes(pending));
        setCookie(from, response, Base64.getUrlEncoder().withoutPadding().encodeToString(encrypted), LIFETIME);
    }

    @Override
    public @Nullable OAuth2AuthorizationRequest removeAuthorizationRequest(
            HttpServletRequest request, HttpServletResponse response) {
        OAuth2AuthorizationRequest pending = loadAuthorizationRequest(request);
        if (pending != null) {
            setCookie(request, response, "", Duration.ZERO);
        }
        return pending;
    }

    /** Returns what the cookie holds; null if there is none, or no instance has written it. */
    private @Nullable Pending pending(HttpServletRequest request) {
        Cookie cookie = WebUtils.getCookie(request, COOKIE);
        if (cookie == null) {
            return null;
        }
        try {
            return json.readValue(cipher.decrypt(Base64.getUrlDecoder().decode(cookie.getValue())), Pending.class);
        } catch (RuntimeException notOurs) { // the decryptor fails in many ways
            return null;
        }
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
