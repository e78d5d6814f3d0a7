package dev.layeredsaga.testbed.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The results of a run. */
public final class ContractReport {

    private static final int MOST_SHOWN = 10;

    private final Map<String, Map<Integer, Integer>> counts = new TreeMap<>();
    private final List<String> violations = new ArrayList<>();

    void add(Draft draft, Answer answer, List<String> objections) {
        counts.computeIfAbsent(draft.operation().name(), operation -> new TreeMap<>())
                .merge(answer.status(), 1, Integer::sum);
        for (String objection : objections) {
            violations.add("%s%n    %s%n    %d %s"
                    .formatted(objection, shortened(draft.toString()), answer.status(), shortened(answer.body())));
        }
    }

    /** Returns the first 10 responses that violate the specification, with their requests. */
    public List<String> violations() {
        return violations.stream().limit(MOST_SHOWN).toList();
    }

    public int requests() {
        return counts.values().stream()
                .flatMap(statuses -> statuses.values().stream())
                .mapToInt(Integer::intValue)
                .sum();
    }

    /** Returns the number of responses by operation and status. */
    public Map<String, Map<Integer, Integer>> counts() {
        return counts;
    }

    private static String shortened(String text) {
        return text.length() > 600 ? text.substring(0, 600) + "…" : text;
    }

    @Override
    public String toString() {
        return counts.entrySet().stream()
                .map(entry -> "%-40s %s".formatted(entry.getKey(), entry.getValue()))
                .collect(Collectors.joining(System.lineSeparator()));
    }
}
