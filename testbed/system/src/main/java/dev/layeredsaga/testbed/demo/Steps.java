package dev.layeredsaga.testbed.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * A saga's timeline in a few words.
 *
 * @param payments how often the gateway was asked for the payment; one attempt at it may ask more than once
 */
record Steps(JsonNode timeline, int payments) {

    private static final Map<String, String> COMPENSATIONS = Map.of("reserve", "release", "pay", "refund");

    /** Such as {@code reserve › pay (×2) › confirm} or {@code reserve › pay ✗ › release}. */
    String inWords() {
        List<String> words = new ArrayList<>();
        for (JsonNode attempt : timeline) {
            switch (attempt.path("result").asString("")) {
                case "DONE" -> words.add(name(attempt) + repetitions(attempt));
                case "REFUSED" -> words.add(name(attempt) + " ✗");
                case "NEEDS_OPERATOR" -> words.add(name(attempt) + " stuck");
                default -> {
                    // an attempt that settled nothing shows in the count of the next one
                }
            }
        }
        return String.join(" › ", words);
    }

    private static String name(JsonNode attempt) {
        String step = attempt.path("step").asString("?");
        boolean back = "BACKWARD".equals(attempt.path("direction").asString(""));
        return back ? COMPENSATIONS.getOrDefault(step, "compensate " + step) : step;
    }

    private String repetitions(JsonNode attempt) {
        int attempts = attempt.path("attempt").asInt(1);
        int count = name(attempt).equals("pay") ? Math.max(attempts, payments) : attempts;
        return count > 1 ? " (×" + count + ")" : "";
    }
}
