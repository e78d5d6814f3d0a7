package dev.layeredsaga.testbed.contract;

import dev.layeredsaga.testbed.contract.WireConnection.WireAnswer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The responses to random requests. Thread-safe. */
public final class FuzzReport {

    private static final int MOST_SHOWN = 20;
    private static final int LONGEST = 4_000;

    private final Map<Integer, Integer> statuses = new TreeMap<>();
    private final List<Long> micros = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();

    synchronized void add(WireAnswer answer) {
        statuses.merge(answer.status(), 1, Integer::sum);
        micros.add(answer.took().toNanos() / 1_000);
    }

    synchronized void violation(String text) {
        violations.add(text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text);
    }

    /** Returns the first 20 violations (server error, refusal without a problem, late or no response) with commands to repeat them. */
    public synchronized List<String> violations() {
        return violations.stream().limit(MOST_SHOWN).toList();
    }

    /** Returns the number of answered requests by status. */
    public synchronized Map<Integer, Integer> statuses() {
        return Map.copyOf(statuses);
    }

    public synchronized int requests() {
        return micros.size();
    }

    private double millisAt(double share) {
        return micros.isEmpty() ? 0 : micros.get((int) ((micros.size() - 1) * share)) / 1_000.0;
    }

    @Override
    public synchronized String toString() {
        Collections.sort(micros);
        return "%s; %d violations; median %.1f ms, 99 %% %.1f ms, slowest %.1f ms"
                .formatted(statuses, violations.size(), millisAt(0.5), millisAt(0.99), millisAt(1));
    }
}
