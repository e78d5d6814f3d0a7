package dev.layeredsaga.messaging.security;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;

/**
 * Checks a token once and takes it as checked for ten seconds, but never beyond its expiry: who calls many times a second does so
 * with the same token, and its signature is the dearest part of a request. A key that is withdrawn is believed for as long. What was
 * refused is checked anew each time. Thread-safe.
 */
public final class RememberedTokens implements JwtDecoder {

    private static final Duration REMEMBERED = Duration.ofSeconds(10);
    private static final int MOST = 10_000;

    private final JwtDecoder decoder;
    private final Clock clock;
    private final Cache<String, Jwt> checked;

    public RememberedTokens(JwtDecoder decoder) {
        this(decoder, Clock.systemUTC(), Ticker.systemTicker());
    }

    RememberedTokens(JwtDecoder decoder, Clock clock, Ticker ticker) {
        this.decoder = decoder;
        this.clock = clock;
        this.checked = Caffeine.newBuilder()
                .maximumSize(MOST)
                .ticker(ticker)
                .expireAfter(Expiry.creating((String token, Jwt jwt) -> remembered(jwt)))
                .build();
    }

    /** @throws org.springframework.security.oauth2.jwt.JwtException if the token is not valid */
    @Override
    public Jwt decode(String token) {
        return Objects.requireNonNull(checked.get(token, decoder::decode));
    }

    /** A token that is accepted although it has expired, because clocks differ, is not remembered. */
    private Duration remembered(Jwt jwt) {
        Instant expiry = jwt.getExpiresAt();
        if (expiry == null) {
            return REMEMBERED;
        }
        Duration left = Duration.between(clock.instant(), expiry);
        if (left.isNegative()) {
            return Duration.ZERO;
        }
        return left.compareTo(REMEMBERED) < 0 ? left : REMEMBERED;
    }
}
