package dev.layeredsaga.inventory.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.layeredsaga.inventory.claim.Claim.Standing;
import dev.layeredsaga.inventory.claim.command.ClaimState;
import dev.layeredsaga.inventory.claim.command.Claimant;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClaimTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration TTL = Duration.ofMinutes(5);

    private final Claim claim = Claim.held(Claimant.holder("alice"), NOW, TTL);
    private final UUID token = claim.snapshot().token();

    @Test
    void isCurrentUntilItsTimeIsOver() {
        assertThat(claim.standingOf(token, NOW.plus(TTL).minusMillis(1))).isEqualTo(Standing.CURRENT);
        assertThat(claim.standingOf(token, NOW.plus(TTL))).isEqualTo(Standing.OVERDUE);
    }

    @Test
    void knowsItsTokenFromAnother() {
        assertThat(claim.standingOf(UUID.randomUUID(), NOW)).isEqualTo(Standing.WRONG_TOKEN);
    }

    @Test
    void cannotBeConfirmedAfterItsTime() {
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> claim.confirm(NOW.plus(TTL)));
    }

    @Test
    void cannotExpireBeforeItsTime() {
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> claim.expire(NOW));
    }

    @Test
    void lastsLongerButNeverShorterWhenExtended() {
        claim.extend(Duration.ofSeconds(1), NOW);
        assertThat(claim.expiresAt()).isEqualTo(NOW.plus(TTL));
        claim.extend(Duration.ofMinutes(9), NOW);
        assertThat(claim.expiresAt()).isEqualTo(NOW.plus(Duration.ofMinutes(9)));
    }

    @Test
    void keepsItsTokenOutOfLogs() {
        assertThat(claim.snapshot().toString()).doesNotContain(token.toString());
    }

    @ParameterizedTest
    @CsvSource({
        "HELD, CONFIRMED, true",
        "HELD, RELEASED, true",
        "HELD, EXPIRED, true",
        "CONFIRMED, RELEASED, true",
        "CONFIRMED, EXPIRED, false",
        "CONFIRMED, HELD, false",
        "RELEASED, HELD, false",
        "RELEASED, CONFIRMED, false",
        "EXPIRED, CONFIRMED, false",
        "EXPIRED, RELEASED, false"
    })
    void makesOnlyLegalMoves(ClaimState from, ClaimState to, boolean legal) {
        assertThat(from.mayBecome(to)).isEqualTo(legal);
    }
}
