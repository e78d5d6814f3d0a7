package dev.layeredsaga.testbed.failures.matrix;

import dev.layeredsaga.testbed.failures.matrix.outcome.Case;
import dev.layeredsaga.testbed.failures.matrix.outcome.Result;
import dev.layeredsaga.testbed.failures.matrix.scenario.BackInTime;
import dev.layeredsaga.testbed.failures.matrix.scenario.DeletedTopics;
import dev.layeredsaga.testbed.failures.matrix.scenario.FailingDatabases;
import dev.layeredsaga.testbed.failures.matrix.scenario.ForeignMessages;
import dev.layeredsaga.testbed.failures.matrix.scenario.FrozenProcesses;
import dev.layeredsaga.testbed.failures.matrix.scenario.GatewayFailsEverybody;
import dev.layeredsaga.testbed.failures.matrix.scenario.GatewayFailsOneOrder;
import dev.layeredsaga.testbed.failures.matrix.scenario.GatewayTellsByWebhook;
import dev.layeredsaga.testbed.failures.matrix.scenario.GreedyClients;
import dev.layeredsaga.testbed.failures.matrix.scenario.KilledProcess;
import dev.layeredsaga.testbed.failures.matrix.scenario.LateStarts;
import dev.layeredsaga.testbed.failures.matrix.scenario.LostMessages;
import dev.layeredsaga.testbed.failures.matrix.scenario.OneBadThing;
import dev.layeredsaga.testbed.failures.matrix.scenario.RepeatedMessages;
import dev.layeredsaga.testbed.failures.matrix.scenario.ScenarioGroup;
import dev.layeredsaga.testbed.failures.matrix.scenario.StoppedServers;
import dev.layeredsaga.testbed.failures.matrix.scenario.WrongClocks;
import dev.layeredsaga.testbed.failures.matrix.system.TestSystem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** All parts, in the order in which they are played: what waits longest first, so that the others are played meanwhile. */
record Matrix(List<ScenarioGroup> parts) {

    static Matrix whole() {
        List<ScenarioGroup> parts = new ArrayList<>();
        parts.add(new GatewayFailsOneOrder());
        parts.add(new GatewayFailsEverybody());
        parts.add(new GatewayTellsByWebhook());
        parts.add(new RepeatedMessages());
        parts.add(new ForeignMessages());
        parts.add(new WrongClocks());
        parts.addAll(KilledProcess.services());
        parts.add(new StoppedServers());
        parts.add(new FailingDatabases());
        parts.add(new LostMessages());
        parts.add(new DeletedTopics());
        parts.add(new FrozenProcesses());
        parts.add(KilledProcess.gateway());
        parts.add(new OneBadThing());
        parts.add(new GreedyClients());
        parts.add(new LateStarts());
        parts.add(new BackInTime());
        return new Matrix(List.copyOf(parts));
    }

    List<Case> cases() {
        return parts.stream().flatMap(part -> part.cases().stream()).toList();
    }

    /**
     * Only the parts with one of these cases, and of their cases only these.
     *
     * @param names none for all
     * @throws IllegalArgumentException naming one that is not there
     */
    List<Case> named(Collection<String> names) {
        Set<String> unknown = new HashSet<>(names);
        cases().forEach(known -> unknown.remove(known.name()));
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(
                    "there is no case '" + unknown.iterator().next() + "'; --list shows them");
        }
        return names.isEmpty()
                ? cases()
                : cases().stream().filter(known -> names.contains(known.name())).toList();
    }

    /** Plays the chosen cases and returns what came of each. */
    List<Result> play(TestSystem tested, List<Case> chosen) {
        for (ScenarioGroup part : parts) {
            List<Case> possible = new ArrayList<>();
            for (Case wanted : part.cases()) {
                if (chosen.contains(wanted)) {
                    sort(wanted, tested, possible);
                }
            }
            if (!possible.isEmpty()) {
                play(part, tested, possible);
            }
        }
        return tested.awaitResults();
    }

    private static void sort(Case wanted, TestSystem tested, List<Case> possible) {
        String obstacle = tested.obstacleTo(wanted);
        if (obstacle.isEmpty()) {
            possible.add(wanted);
        } else {
            tested.skips(wanted, obstacle);
        }
    }

    private static void play(ScenarioGroup part, TestSystem tested, List<Case> chosen) {
        try {
            part.play(tested, chosen);
        } catch (RuntimeException e) {
            tested.failsUnlessWatched(chosen, "it could not be brought about: " + e);
        }
    }
}
