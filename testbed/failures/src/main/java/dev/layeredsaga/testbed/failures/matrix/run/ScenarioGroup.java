package dev.layeredsaga.testbed.failures.matrix.run;

import java.util.List;
import java.util.function.BiConsumer;

/**
 * Cases that belong together and are brought about together.
 *
 * @param about the group's procedure, in words
 * @param play brings the chosen ones of its cases about and has each watched
 */
public record ScenarioGroup(String title, String about, List<Case> cases, BiConsumer<TestSystem, List<Case>> play) {

    /** Creates a group whose cases are played one after the other, each to its end. */
    public static ScenarioGroup oneByOne(String title, String about, Case... cases) {
        return new ScenarioGroup(
                title, about, List.of(cases), (tested, chosen) -> chosen.forEach(tested::playToTheEnd));
    }

    /** Creates a group whose cases are begun one after the other, and watched in the background. */
    public static ScenarioGroup atOnce(String title, String about, Case... cases) {
        return new ScenarioGroup(title, about, List.of(cases), (tested, chosen) -> chosen.forEach(tested::play));
    }
}
