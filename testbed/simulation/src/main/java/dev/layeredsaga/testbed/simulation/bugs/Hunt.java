package dev.layeredsaga.testbed.simulation.bugs;

import dev.layeredsaga.testbed.simulation.Campaign;
import dev.layeredsaga.testbed.simulation.Simulation;
import dev.layeredsaga.testbed.simulation.bugs.Bug.Patch;
import dev.layeredsaga.testbed.simulation.shrink.Shrinking;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Searches for one bug, in worlds whose code has it. */
public final class Hunt {

    private Hunt() {}

    /**
     * The result of a hunt.
     *
     * @param sagas the number of sagas simulated
     * @param violation the invariant violated; empty if none was
     * @param shrunk the lines of the smallest failure found, if requested
     */
    public record Found(long sagas, long seed, String violation, List<String> shrunk) {

        public boolean isFound() {
            return !violation.isEmpty();
        }
    }

    /** Simulates up to so many sagas with the bug, from this seed on, on one thread. */
    public static Found hunt(Bug bug, long firstSeed, long mostSagas, boolean shrink) {
        try {
            Object[] found = inside(bug).apply(new Object[] {bug.name(), firstSeed, mostSagas, shrink});
            @SuppressWarnings("unchecked")
            List<String> shrunk = (List<String>) found[3];
            return new Found((long) found[0], (long) found[1], (String) found[2], shrunk);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Code that is not changed is not loaded again, and so has been compiled by the JVM already. */
    @SuppressWarnings("unchecked")
    private static Function<Object[], Object[]> inside(Bug bug) throws ReflectiveOperationException {
        Patch patch = bug.patch();
        return patch == null
                ? new Inside()
                : (Function<Object[], Object[]>) PatchedCode.with(patch)
                        .loadClass(Inside.class.getName())
                        .getConstructor()
                        .newInstance();
    }

    /** The half that runs in the changed code; nothing but the JDK's types goes in and out. */
    public static final class Inside implements Function<Object[], Object[]> {

        /** For {@link Hunt}. */
        public Inside() {}

        @Override
        public Object[] apply(Object[] asked) {
            Campaign campaign = new Campaign((long) asked[1], (long) asked[2], 1, Set.of((String) asked[0]));
            Campaign.Outcome outcome = campaign.run(sagas -> {});
            Simulation.Result failure = outcome.failure();
            if (failure == null || failure.violation() == null) {
                return new Object[] {outcome.sagas(), asked[1], "", List.of()};
            }
            List<String> shrunk =
                    (boolean) asked[3] ? new Shrinking(failure).shrink().lines() : List.of();
            return new Object[] {
                outcome.sagas(), failure.scenario().seed(), failure.violation().getMessage(), shrunk
            };
        }
    }
}
