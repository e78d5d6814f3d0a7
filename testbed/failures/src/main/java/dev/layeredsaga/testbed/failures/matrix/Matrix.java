package dev.layeredsaga.testbed.failures.matrix;

import dev.layeredsaga.testbed.failures.matrix.run.Case;
import dev.layeredsaga.testbed.failures.matrix.run.Result;
import dev.layeredsaga.testbed.failures.matrix.run.ScenarioGroup;
import dev.layeredsaga.testbed.failures.matrix.run.TestSystem;
import dev.layeredsaga.testbed.failures.matrix.scenario.BackInTime;
import dev.layeredsaga.testbed.failures.matrix.scenario.FailingServers;
import dev.layeredsaga.testbed.failures.matrix.scenario.ForeignMessages;
import dev.layeredsaga.testbed.failures.matrix.scenario.FrozenProcesses;
import dev.layeredsaga.testbed.failures.matrix.scenario.GatewayFailsEverybody;
import dev.layeredsaga.testbed.failures.matrix.scenario.GatewayFailsOneOrder;
import dev.layeredsaga.testbed.failures.matrix.scenario.GatewayNotifiesByWebhook;
import dev.layeredsaga.testbed.failures.matrix.scenario.GreedyClients;
import dev.layeredsaga.testbed.failures.matrix.scenario.KilledProcess;
import dev.layeredsaga.testbed.failures.matrix.scenario.LateStarts;
import dev.layeredsaga.testbed.failures.matrix.scenario.LostMessages;
import dev.layeredsaga.testbed.failures.matrix.scenario.OneBadThing;
import dev.layeredsaga.testbed.failures.matrix.scenario.RepeatedMessages;
import dev.layeredsaga.testbed.failures.matrix.scenario.WrongClocks;
import dev.layeredsaga.testbed.process.SeparateSystem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** All parts, in the order in which they are played: what waits longest first, so that the others are played meanwhile. */
record Matrix(List<ScenarioGroup> parts) {

    static Matrix whole() {
        List<ScenarioGroup> parts = new ArrayList<>();
        parts.add(GatewayFailsOneOrder.group());
        parts.add(GatewayFailsEverybody.group());
        parts.add(GatewayNotifiesByWebhook.group());
        parts.add(RepeatedMessages.group());
        parts.add(ForeignMessages.group());
        parts.add(WrongClocks.group());
        parts.addAll(KilledProcess.groups("inventory-service", "order-service", "saga-orchestrator"));
        parts.add(FailingServers.stopped());
        parts.add(FailingServers.failing());
        parts.add(LostMessages.purged());
        parts.add(LostMessages.unsent());
        parts.add(FrozenProcesses.group());
        parts.addAll(KilledProcess.groups(SeparateSystem.STUB));
        parts.add(OneBadThing.group());
        parts.add(GreedyClients.group());
        parts.add(LateStarts.group());
        parts.add(BackInTime.group());
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
                if (chosen.contains(wanted) && tested.canPlay(wanted)) {
                    possible.add(wanted);
                }
            }
            try {
                if (!possible.isEmpty()) {
                    part.play().accept(tested, possible);
                }
            } catch (RuntimeException e) {
                tested.failsUnlessWatched(possible, "it could not be brought about: " + e);
            }
        }
        return tested.awaitResults();
    }
}
