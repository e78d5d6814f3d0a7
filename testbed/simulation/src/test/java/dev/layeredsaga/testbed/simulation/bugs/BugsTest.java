package dev.layeredsaga.testbed.simulation.bugs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that the ordinary build detects each removed protection. */
class BugsTest {

    /** Where each of them is met within 1,200 sagas; the rarest may take over 30,000 from elsewhere. */
    private static final long SEED = 443;

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
