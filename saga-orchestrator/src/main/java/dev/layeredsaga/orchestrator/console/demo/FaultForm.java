package dev.layeredsaga.orchestrator.console.demo;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The form of a fault as it was filled in; an empty scenario ends the fault. */
record FaultForm(
        @Nullable String scenario,
        @Nullable String probability,
        @Nullable String times) {

    boolean ends() {
        return scenario == null || scenario.isEmpty();
    }

    /**
     * Returns the fault for the gateway's API, which checks the values.
     *
     * @throws NumberFormatException if one of the numbers is none
     */
    Map<String, Object> body() {
        Map<String, Object> body = new HashMap<>();
        body.put("scenario", scenario == null ? "" : scenario);
        if (probability != null && !probability.isBlank()) {
            body.put("probability", Double.parseDouble(probability.strip()));
        }
        if (times != null && !times.isBlank()) {
            body.put("times", Integer.parseInt(times.strip()));
        }
        return body;
    }
}
