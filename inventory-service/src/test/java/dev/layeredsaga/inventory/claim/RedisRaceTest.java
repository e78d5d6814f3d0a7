package dev.layeredsaga.inventory.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.inventory.fixture.Contest;
import org.junit.jupiter.api.Test;

class RedisRaceTest extends RaceContract {

    RedisRaceTest() {
        super("redis");
    }

    @Test
    void keepsContentionAwayFromTheDatabase() throws Exception {
        double before = conflicts();
        Contest.over(stocked("ticket", 20, "COUNTED"), 40, bothInstances());
        assertThat(conflicts()).isEqualTo(before);
    }
}
