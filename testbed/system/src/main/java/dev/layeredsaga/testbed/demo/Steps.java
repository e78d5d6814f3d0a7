package dev.layeredsaga.testbed.demo;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A saga's timeline in a few words. */
record Steps(JsonNode timeline) {

    /** Such as {@code reserve › pay (×2) › confirm} or {@code reserve › pay ✗ › undo reserve}. */
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
        String undo = "BACKWARD".equals(attempt.path("direction").asString("")) ? "undo " : "";
        return undo + attempt.path("step").asString("?");
    }

    private static String repetitions(JsonNode attempt) {
        int count = attempt.path("attempt").asInt(1);
        return count > 1 ? " (×" + count + ")" : "";
    }
}
