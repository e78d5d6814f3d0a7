package dev.layeredsaga.chassis.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;

class CachingJwtDecoderTest {

    private static final Instant START = Instant.parse("2026-11-22T10:00:00Z");

    private static final String A = "a.a.a";
    private static final String B = "b.b.b";
    private static final String BAD = "bad.bad.bad";

    private final List<String> checked = new ArrayList<>();
    private Duration passed = Duration.ZERO;
    private final CachingJwtDecoder tokens =
            new CachingJwtDecoder(this::check, () -> START.plus(passed), () -> passed.toNanos());
    private @Nullable Instant expiry = START.plusSeconds(3_600);

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
        assertThat(tokens.decode(A).getSubject()).isEqualTo(A);
        assertThat(tokens.decode(B).getSubject()).isEqualTo(B);
        assertThat(tokens.decode(A).getSubject()).isEqualTo(A);
    }

    @Test
    void areCheckedEachTimeIfTheyAreRefused() {
        assertThatThrownBy(() -> tokens.decode(BAD)).isInstanceOf(BadJwtException.class);
        assertThatThrownBy(() -> tokens.decode(BAD)).isInstanceOf(BadJwtException.class);

        assertThat(checked).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.a.a~", "a.a.a=", "a.a.a==", "a.a.a.a", "a.a", "a .a.a", "ä.a.a", ""})
    void refusesOtherSpellingsBeforeTheSignatureIsChecked(String spelling) {
        assertThatThrownBy(() -> tokens.decode(spelling)).isInstanceOf(BadJwtException.class);

        assertThat(checked).isEmpty();
    }

    @Test
    void refusesTokensThatNeverExpire() {
        expiry = null;

        assertThatThrownBy(() -> tokens.decode(A)).isInstanceOf(BadJwtException.class);
    }

    /** Asserts that a token is not checked again shortly before this time, and is shortly after it. */
    private void assertRememberedFor(Duration time) {
        decodeAfter(Duration.ZERO);
        decodeAfter(time.minusMillis(100));
        assertThat(checked).hasSize(1);

        decodeAfter(Duration.ofMillis(200));

        assertThat(checked).hasSize(2);
    }

    private void decodeAfter(Duration pause) {
        passed = passed.plus(pause);
        tokens.decode(A);
    }

    private Jwt check(String token) {
        checked.add(token);
        if (token.equals(BAD)) {
            throw new BadJwtException("forged");
        }
        Jwt.Builder jwt =
                Jwt.withTokenValue(token).header("alg", "RS256").subject(token).issuedAt(START.minusSeconds(3_600));
        return expiry == null ? jwt.build() : jwt.expiresAt(expiry).build();
    }
}
