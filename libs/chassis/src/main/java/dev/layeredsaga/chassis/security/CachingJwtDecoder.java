package dev.layeredsaga.chassis.security;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Ticker;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.regex.Pattern;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtException;

/**
 * Caches validated tokens for ten seconds, but never beyond their expiry, because checking a signature is the most expensive part of a
 * request; a revoked signing key is therefore accepted for up to ten seconds. Refused tokens are not cached. Accepts only tokens that
 * expire and are in strict base64url (RFC 7515, section 2), so that each token has only one spelling. Thread-safe.
 */
public final class CachingJwtDecoder implements JwtDecoder {

    private static final Duration CACHED = Duration.ofSeconds(10);

    /** The maximum size of the cache, in characters of the tokens; their claims take a small multiple of it. */
    private static final long MAX_CHARACTERS = 4_000_000;

    private static final Pattern COMPACT = Pattern.compile("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+){2}");

    private final JwtDecoder decoder;
    private final InstantSource clock;
    private final Cache<ByteBuffer, Jwt> validated;

    public CachingJwtDecoder(JwtDecoder decoder) {
        this(decoder, InstantSource.system(), Ticker.systemTicker());
    }

    CachingJwtDecoder(JwtDecoder decoder, InstantSource clock, Ticker ticker) {
        this.decoder = decoder;
        this.clock = clock;
        this.validated = Caffeine.newBuilder()
                .maximumWeight(MAX_CHARACTERS)
                .weigher((ByteBuffer hash, Jwt jwt) -> jwt.getTokenValue().length())
                .ticker(ticker)
                .expireAfter(Expiry.creating((ByteBuffer hash, Jwt jwt) -> cachedFor(jwt)))
                .build();
    }

    /**
     * @throws BadJwtException if the token is invalid or never expires
     * @throws UnverifiableTokenException if it cannot be verified now, as the issuer's keys are not known
     */
    @Override
    public Jwt decode(String token) {
        if (!COMPACT.matcher(token).matches()) {
            throw new BadJwtException("not three parts in base64url");
        }
        ByteBuffer hash = sha256(token);
        Jwt jwt = validated.getIfPresent(hash);
        // not within the cache, where a token that waits for the issuer's keys would hold up others
        if (jwt == null) {
            jwt = validate(token);
            validated.put(hash, jwt);
        }
        return jwt;
    }

    /** Says nothing about the token; Spring's own answer would be a 500. */
    static final class UnverifiableTokenException extends AuthenticationException {

        UnverifiableTokenException(JwtException cause) {
            super("the token cannot be verified now", cause);
        }
    }

    private Jwt validate(String token) {
        Jwt jwt;
        try {
            jwt = decoder.decode(token);
        } catch (BadJwtException e) {
            throw e;
        } catch (JwtException e) {
            throw new UnverifiableTokenException(e);
        }
        if (jwt.getExpiresAt() == null) {
            throw new BadJwtException("no exp claim");
        }
        return jwt;
    }

    /** Returns zero for an expired token that is accepted because clocks differ. */
    private Duration cachedFor(Jwt jwt) {
        Instant expiry = Objects.requireNonNull(jwt.getExpiresAt());
        Duration left = Duration.between(clock.instant(), expiry);
        if (left.isNegative()) {
            return Duration.ZERO;
        }
        return left.compareTo(CACHED) < 0 ? left : CACHED;
    }

    private static ByteBuffer sha256(String token) {
        try {
            return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(token.getBytes(US_ASCII)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
