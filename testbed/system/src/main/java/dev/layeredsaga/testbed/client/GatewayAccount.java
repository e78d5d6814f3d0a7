package dev.layeredsaga.testbed.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** The gateway's ledger for one order. */
public record GatewayAccount(JsonNode entries) {

    public long net() {
        return total("CAPTURED") - total("REFUNDED");
    }

    public int captures() {
        return (int)
                entries.valueStream().filter(entry -> is(entry, "CAPTURED")).count();
    }

    public String inWords() {
        List<String> words = new ArrayList<>();
        for (JsonNode entry : entries) {
            words.add(entry.path("type").asString("?").toLowerCase(Locale.ROOT) + " "
                    + entry.path("amount").asLong());
        }
        return words.isEmpty() ? "nothing" : String.join(", ", words);
    }

    private long total(String type) {
        return entries.valueStream()
                .filter(entry -> is(entry, type))
                .mapToLong(entry -> entry.path("amount").asLong())
                .sum();
    }

    private static boolean is(JsonNode entry, String type) {
        return type.equals(entry.path("type").asString(""));
    }
}
