package dev.layeredsaga.testbed.simulation.bugs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that the ordinary build detects each removed protection. */
class BugsTest {

    /** Where the rarest of them are soon met; any other takes up to 23,000 sagas. */
    private static final long SEED = 110;

    /** As many as the unchanged code has to stand in the same build. */
    private static final long SAGAS = 30_000;

    static List<Bug> bugs() {
        return Bug.ALL;
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void isFound(Bug bug) {
        Hunt.Found found = Hunt.hunt(bug, SEED, SAGAS, false);

        assertThat(found.isFound()).as(bug.name() + ": " + bug.what()).isTrue();
    }
}
