package dev.layeredsaga.inventory.claim;

import static org.awaitility.Awaitility.await;

import dev.layeredsaga.inventory.fixture.Contest;
import org.junit.jupiter.api.Test;

/** Races without any lock: {@code @Version} decides alone. */
class UnlockedRaceTest extends RaceContract {

    UnlockedRaceTest() {
        super("none");
    }

    @Test
    void paysWithRepeatedTransactions() {
        double before = conflicts();
        await().until(() -> {
            Contest.over(stocked("ticket", 20, "COUNTED"), 40, bothInstances());
            return conflicts() > before;
        });
    }
}
