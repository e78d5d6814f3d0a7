package dev.layeredsaga.testbed.failures.matrix;

import java.util.List;

/** Cases that belong together and are brought about together. */
interface ScenarioGroup {

    String title();

    /** What is done to bring them about, for people. */
    String about();

    List<Case> cases();

    /** Brings the chosen ones of its cases about and has each watched. */
    void play(TestSystem tested, List<Case> chosen);
}
