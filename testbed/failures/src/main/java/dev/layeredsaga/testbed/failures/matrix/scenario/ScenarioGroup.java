package dev.layeredsaga.testbed.failures.matrix.scenario;

import dev.layeredsaga.testbed.failures.matrix.outcome.Case;
import dev.layeredsaga.testbed.failures.matrix.system.TestSystem;
import java.util.List;

/** Cases that belong together and are brought about together. */
public interface ScenarioGroup {

    String title();

    /** Returns the group's procedure, in words. */
    String about();

    List<Case> cases();

    /** Brings the chosen ones of its cases about and has each watched. */
    void play(TestSystem tested, List<Case> chosen);
}
