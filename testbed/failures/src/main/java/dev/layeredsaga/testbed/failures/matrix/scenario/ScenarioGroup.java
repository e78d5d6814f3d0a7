package dev.layeredsaga.testbed.failures.matrix.scenario;

import dev.layeredsaga.testbed.failures.matrix.outcome.Case;
import dev.layeredsaga.testbed.failures.matrix.system.ScenarioRun;
import dev.layeredsaga.testbed.failures.matrix.system.TestSystem;
import java.util.List;

/** Cases that belong together and are brought about together. */
public abstract class ScenarioGroup {

    private final String title;
    private final String about;
    private final List<Case> cases;

    /** @param about the group's procedure, in words */
    protected ScenarioGroup(String title, String about, List<Case> cases) {
        this.title = title;
        this.about = about;
        this.cases = cases;
    }

    public final String title() {
        return title;
    }

    public final String about() {
        return about;
    }

    public final List<Case> cases() {
        return cases;
    }

    /** Brings the chosen ones of its cases about and has each watched. */
    public abstract void play(TestSystem tested, List<Case> chosen);

    /** Cases that are played one after the other, each to its end. */
    abstract static class OneByOne extends ScenarioGroup {

        OneByOne(String title, String about, List<Case> cases) {
            super(title, about, cases);
        }

        @Override
        public final void play(TestSystem tested, List<Case> chosen) {
            for (Case wanted : chosen) {
                ScenarioRun run = tested.begin(wanted);
                play(tested, wanted, run);
                tested.watchToTheEnd(run);
            }
        }

        /** Brings one case about. */
        abstract void play(TestSystem tested, Case wanted, ScenarioRun run);
    }
}
