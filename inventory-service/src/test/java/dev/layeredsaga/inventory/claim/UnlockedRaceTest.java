package dev.layeredsaga.inventory.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.inventory.fixture.Contest;
import org.junit.jupiter.api.Test;

/** Races without any lock: {@code @Version} decides alone. */
class UnlockedRaceTest extends RaceContract {

    UnlockedRaceTest() {
        super("none");
    }

    @Test
    void paysWithRepeatedTransactions() throws Exception {
        double before = conflicts();
        Contest.over(stocked("ticket", 20, "COUNTED"), 40, bothInstances());
        assertThat(conflicts()).isGreaterThan(before);
    }
}
