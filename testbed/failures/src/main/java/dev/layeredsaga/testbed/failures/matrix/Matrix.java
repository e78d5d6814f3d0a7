package dev.layeredsaga.testbed.failures.matrix;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** All parts, in the order in which they are played: what waits longest first, so that the others are played meanwhile. */
record Matrix(List<Part> parts) {

    static Matrix whole() {
        List<Part> parts = new ArrayList<>();
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
    List<Result> play(Stage stage, List<Case> chosen) {
        for (Part part : parts) {
            List<Case> possible = new ArrayList<>();
            for (Case wanted : part.cases()) {
                if (chosen.contains(wanted)) {
                    sort(wanted, stage, possible);
                }
            }
            if (!possible.isEmpty()) {
                play(part, stage, possible);
            }
        }
        return stage.awaitResults();
    }

    private static void sort(Case wanted, Stage stage, List<Case> possible) {
        String obstacle = stage.obstacleTo(wanted);
        if (obstacle.isEmpty()) {
            possible.add(wanted);
        } else {
            stage.skips(wanted, obstacle);
        }
    }

    private static void play(Part part, Stage stage, List<Case> chosen) {
        try {
            part.play(stage, chosen);
        } catch (RuntimeException e) {
            stage.failsUnlessWatched(chosen, "it could not be brought about: " + e);
        }
    }
}
