package dev.layeredsaga.orchestrator.console.lock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.console.overview.Overview;
import dev.layeredsaga.console.overview.OverviewPart;
import dev.layeredsaga.orchestrator.console.peer.PeerAnswer;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class LockStateTest {

    @Test
    void isWellWhileRedisAnswers() {
        OverviewPart.Shown shown = LockState.of(locks("LISTED"));

        assertThat(shown.findings()).isEmpty();
        assertThat(shown.tiles())
                .singleElement()
                .returns("healthy", Overview.Tile::value)
                .returns(false, Overview.Tile::alarming);
    }

    @Test
    void isDegradedWithoutRedis() {
        OverviewPart.Shown shown = LockState.of(locks("DEGRADED"));

        assertThat(shown.findings())
                .extracting(Overview.Finding::text)
                .containsExactly(
                        "locks are degraded: Redis is unavailable: sections go on without RLocks, on the semantic lock and"
                                + " @Version.");
        assertThat(shown.tiles()).singleElement().returns(true, Overview.Tile::alarming);
    }

    @Test
    void isNotKnownBeforeTheInventoryHasAnswered() {
        assertThat(LockState.of(null).findings()).isEmpty();
        assertThat(LockState.of(null).tiles()).singleElement().returns("?", Overview.Tile::value);
    }

    @Test
    void saysThatTheInventoryIsNotReachable() {
        assertThat(LockState.of(new PeerAnswer.NotReachable<>(Instant.parse("2026-11-25T04:00:00Z")))
                        .findings())
                .containsExactly(new Overview.Finding(
                        true, "the inventory is not reachable since 04:00:00 UTC", "/console/locks"));
    }

    private static PeerAnswer<LockPage> locks(String state) {
        return new PeerAnswer.Known<>(new LockPage(state, null, true, List.of(), List.of(), null));
    }
}
