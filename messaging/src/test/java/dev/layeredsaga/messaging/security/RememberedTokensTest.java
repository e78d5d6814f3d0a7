package dev.layeredsaga.messaging.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;

class RememberedTokensTest {

    private static final Instant START = Instant.parse("2026-11-22T10:00:00Z");

    private final List<String> checked = new ArrayList<>();
    private final SettableClock clock = new SettableClock();
    private final RememberedTokens tokens = new RememberedTokens(this::check, clock, clock::nanos);
    private Instant expiry = START.plusSeconds(3_600);

    @Test
    void areCheckedOnceInTenSeconds() {
        assertRememberedFor(Duration.ofSeconds(10));
    }

    @Test
    void areNotTakenForValidBeyondTheirExpiry() {
        expiry = START.plusSeconds(3);

        assertRememberedFor(Duration.ofSeconds(3));
    }

    @Test
    void areCheckedEachTimeOnceTheyHaveExpired() {
        expiry = START.minusSeconds(30);

        decodeAfter(Duration.ZERO);
        decodeAfter(Duration.ZERO);

        assertThat(checked).hasSize(2);
    }

    @Test
    void areEachTheirOwn() {
        assertThat(tokens.decode("a").getSubject()).isEqualTo("a");
        assertThat(tokens.decode("b").getSubject()).isEqualTo("b");
        assertThat(tokens.decode("a").getSubject()).isEqualTo("a");
    }

    @Test
    void areCheckedEachTimeIfTheyAreRefused() {
        assertThatThrownBy(() -> tokens.decode("bad")).isInstanceOf(BadJwtException.class);
        assertThatThrownBy(() -> tokens.decode("bad")).isInstanceOf(BadJwtException.class);

        assertThat(checked).hasSize(2);
    }

    /** Shortly before it is not checked again, and shortly after it is. */
    private void assertRememberedFor(Duration time) {
        decodeAfter(Duration.ZERO);
        decodeAfter(time.minusMillis(100));
        assertThat(checked).hasSize(1);

        decodeAfter(Duration.ofMillis(200));

        assertThat(checked).hasSize(2);
    }

    private void decodeAfter(Duration pause) {
        clock.passed = clock.passed.plus(pause);
        tokens.decode("a");
    }

    private Jwt check(String token) {
        checked.add(token);
        if (token.equals("bad")) {
            throw new BadJwtException("forged");
        }
        return Jwt.withTokenValue(token)
                .header("alg", "RS256")
                .subject(token)
                .issuedAt(START.minusSeconds(3_600))
                .expiresAt(expiry)
                .build();
    }

    private static final class SettableClock extends Clock {

        private Duration passed = Duration.ZERO;

        long nanos() {
            return passed.toNanos();
        }

        @Override
        public Instant instant() {
            return START.plus(passed);
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }
    }
}
