package dev.layeredsaga.orchestrator.console.lock;

import dev.layeredsaga.orchestrator.console.Ages;
import dev.layeredsaga.orchestrator.console.ListAddress;
import dev.layeredsaga.orchestrator.console.TextFilter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The address of the list of claims as it was given: texts, so that a wrong one can be shown again.
 *
 * @param age only claims that are older than this, such as {@code 10m}
 * @param after the last claim of the page before
 */
public record ClaimListRequest(String sku, String owner, String state, String age, String after) {

    static final List<String> STATES = List.of("HELD", "CONFIRMED", "RELEASED", "EXPIRED");

    static ClaimListRequest of(Map<String, String> parameters) {
        return new ClaimListRequest(
                parameters.getOrDefault("sku", ""),
                parameters.getOrDefault("owner", ""),
                parameters.getOrDefault("state", ""),
                parameters.getOrDefault("age", ""),
                parameters.getOrDefault("after", ""));
    }

    /** Returns what is wrong with it, in words; empty if nothing is. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        TextFilter.check("sku", sku).ifPresent(problems::add);
        TextFilter.check("owner", owner).ifPresent(problems::add);
        if (!state.isEmpty() && !STATES.contains(state)) {
            problems.add("'" + state + "' is no state; there are " + String.join(", ", STATES) + ".");
        }
        if (!age.isEmpty() && Ages.parse(age).isEmpty()) {
            problems.add(Ages.problem(age));
        }
        return problems;
    }

    /** Returns the parameters of the inventory's list; claims' ids are in the order of their times. */
    Map<String, String> parameters(Instant now, int limit) {
        Map<String, String> parameters = new LinkedHashMap<>();
        put(parameters, "sku", sku);
        put(parameters, "owner", owner);
        put(parameters, "state", state);
        put(
                parameters,
                "after",
                after.isEmpty()
                        ? Ages.parse(age)
                                .map(old -> Ages.firstIdAt(now.minus(old)).toString())
                                .orElse("")
                        : after);
        parameters.put("limit", String.valueOf(limit));
        return parameters;
    }

    private static void put(Map<String, String> parameters, String name, String value) {
        if (!value.isEmpty()) {
            parameters.put(name, value);
        }
    }

    /** Returns this address of the list or of its rows, going on after another claim; from the start if that is empty. */
    String url(String path, String afterOther) {
        return ListAddress.of(path)
                .with("sku", sku)
                .with("owner", owner)
                .with("state", state)
                .with("age", age)
                .with("after", afterOther)
                .toString();
    }
}
