package dev.layeredsaga.chassis.security;

import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.JWKSetCacheRefreshEvaluator;
import com.nimbusds.jose.jwk.source.JWKSetSource;
import com.nimbusds.jose.jwk.source.JWKSetUnavailableException;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.jwk.source.RateLimitReachedException;
import com.nimbusds.jose.jwk.source.URLBasedJWKSetSource;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.jose.util.JSONObjectUtils;
import com.nimbusds.jose.util.ResourceRetriever;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URL;
import java.text.ParseException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.util.Assert;

/**
 * The keys that an issuer of tokens publishes. They are fetched anew every few minutes, ahead of their time and by a thread of their own, and for
 * tokens with unknown keys at most twice within half a minute, however many are sent. While the issuer does not answer, the keys that
 * it published last are used. A request that needs a key that is not known yet waits for about a second. Thread-safe.
 */
public final class IssuerKeys implements JWKSetSource<SecurityContext> {

    private static final Logger log = LoggerFactory.getLogger(IssuerKeys.class);

    private static final String WELL_KNOWN = "/.well-known/";
    private static final String OPENID = WELL_KNOWN + "openid-configuration";
    private static final String OAUTH = WELL_KNOWN + "oauth-authorization-server";
    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    private static final Duration FETCHED_FOR = Duration.ofMinutes(5);
    private static final Duration FETCHED_AHEAD = Duration.ofSeconds(30);
    private static final Duration RATE = Duration.ofSeconds(30);
    private static final int LARGEST = 512 * 1024;

    private final @Nullable String issuer;
    private final ResourceRetriever http =
            new DefaultResourceRetriever((int) TIMEOUT.toMillis(), (int) TIMEOUT.toMillis(), LARGEST);
    private volatile @Nullable JWKSetSource<SecurityContext> published;
    private volatile boolean known;

    private IssuerKeys(@Nullable String issuer) {
        this.issuer = issuer;
    }

    /**
     * Reads the keys' address from the issuer's metadata, which has to name this issuer: behind its address (OpenID Connect Discovery 1.0,
     * section 4), else between its host and its path (RFC 8414, sections 3 and 5).
     *
     * @throws IllegalArgumentException if it is no URL
     */
    public static IssuerKeys ofIssuer(String issuer) {
        URL unused = url(issuer);
        return new IssuerKeys(issuer);
    }

    /** @throws IllegalArgumentException if it is no URL */
    public static IssuerKeys at(String address) {
        IssuerKeys keys = new IssuerKeys(null);
        keys.published = keys.publishedAt(url(address));
        return keys;
    }

    /** Returns the keys as they are cached and renewed. */
    public JWKSource<SecurityContext> cached() {
        return JWKSourceBuilder.create(this)
                .cache(FETCHED_FOR.toMillis(), TIMEOUT.toMillis())
                .refreshAheadCache(FETCHED_AHEAD.toMillis(), true)
                .rateLimited(RATE.toMillis())
                .outageTolerantForever()
                .build();
    }

    /**
     * Verifies a token with a decoder that uses these keys.
     *
     * @throws BadJwtException if it is not valid, or names a key that the issuer had not published when it was asked last
     * @throws JwtException if it cannot be verified now, as no keys are known
     */
    public Jwt verify(String token, JwtDecoder decoder) {
        try {
            return decoder.decode(token);
        } catch (JwtException e) {
            if (known && NestedExceptionUtils.getMostSpecificCause(e) instanceof RateLimitReachedException) {
                throw new BadJwtException("unknown key", e);
            }
            throw e;
        }
    }

    @Override
    public JWKSet getJWKSet(JWKSetCacheRefreshEvaluator refresh, long now, @Nullable SecurityContext context)
            throws KeySourceException {
        try {
            JWKSet keys = source().getJWKSet(refresh, now, context);
            known = true;
            return keys;
        } catch (KeySourceException e) {
            log.warn("the issuer's keys cannot be fetched: {}", e.getMessage());
            throw e;
        }
    }

    private JWKSetSource<SecurityContext> source() throws JWKSetUnavailableException {
        JWKSetSource<SecurityContext> source = published;
        if (source == null) {
            source = publishedAt(discover());
            published = source;
        }
        return source;
    }

    private URL discover() throws JWKSetUnavailableException {
        String named = Objects.requireNonNull(issuer);
        List<String> reasons = new ArrayList<>();
        for (String address : metadataOf(named)) {
            try {
                return keysIn(http.retrieveResource(url(address)).getContent(), named);
            } catch (SocketException | SocketTimeoutException e) {
                throw new JWKSetUnavailableException("no answer from " + address + ": " + e.getMessage(), e);
            } catch (IOException | ParseException | IllegalArgumentException e) {
                reasons.add(address + ": " + e.getMessage());
            }
        }
        throw new JWKSetUnavailableException("no metadata of the issuer; " + String.join("; ", reasons), null);
    }

    private static Set<String> metadataOf(String issuer) {
        String behind = issuer.replaceFirst("/$", "");
        String path = Objects.requireNonNullElse(URI.create(behind).getRawPath(), "");
        String host = behind.substring(0, behind.length() - path.length());
        return new LinkedHashSet<>(List.of(behind + OPENID, host + OPENID + path, host + OAUTH + path));
    }

    private static URL keysIn(String metadata, String issuer) throws ParseException {
        Map<String, Object> values = JSONObjectUtils.parse(metadata);
        Assert.isTrue(issuer.equals(values.get("issuer")), "it names the issuer " + values.get("issuer"));
        return url(String.valueOf(values.get("jwks_uri")));
    }

    private JWKSetSource<SecurityContext> publishedAt(URL address) {
        return new URLBasedJWKSetSource<>(address, http);
    }

    private static URL url(String address) {
        try {
            return URI.create(address).toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        // holds no connection
    }
}
