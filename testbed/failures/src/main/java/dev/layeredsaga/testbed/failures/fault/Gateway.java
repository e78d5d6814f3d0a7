package dev.layeredsaga.testbed.failures.fault;

import static dev.layeredsaga.testbed.client.Http.accepted;

import dev.layeredsaga.testbed.client.Http;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The payment stub's own APIs, by which it is made to fail and asked what it saw. Thread-safe. */
public record Gateway(URI address, Http http) {

    public Gateway(URI address) {
        this(address, Http.ofGateway());
    }

    /**
     * Sets the fault, for every order from now on.
     *
     * @param more further fields of the fault, by their names
     */
    public void fail(String scenario, Map<String, ?> more) {
        Map<String, Object> fault = new HashMap<>(more);
        fault.put("scenario", scenario);
        accepted(fresh().put(address, "/faults", fault));
    }

    public void mend() {
        accepted(fresh().delete(address, "/faults"));
    }

    /** Does something while every payment takes so long. */
    public void whileSlow(Duration time, Runnable action) {
        during("slow_then_ok", Map.of("delayMillis", time.toMillis()), action);
    }

    /** Does something while there is this fault. */
    public void during(String scenario, Map<String, ?> more, Runnable action) {
        fail(scenario, more);
        try {
            action.run();
        } finally {
            mend();
        }
    }

    /** Sends the orchestrator a webhook for every later outcome, in this delivery mode. */
    public void sendWebhooks(URI orchestrator, String secret, String delivery, double probability, long seed) {
        Map<String, Object> webhooks = Map.of(
                "url", orchestrator + "/payments/webhooks",
                "secret", secret,
                "delivery", delivery,
                "probability", probability,
                "seed", seed);
        accepted(fresh().put(address, "/webhooks", webhooks));
    }

    public void sendNoWebhooks() {
        accepted(fresh().delete(address, "/webhooks"));
    }

    /** Returns how often the present fault has struck. */
    public int struck() {
        JsonNode faults = http.get(address, "/faults").body();
        return faults.path("faults").path(0).path("struck").asInt(0);
    }

    /** Returns the calls for the order, whatever their results: to charge / to ask / to refund. */
    public String callsFor(String orderId) {
        JsonNode calls = http.get(address, "/calls?orderId=" + orderId).body();
        return Stream.of("payments", "queries", "refunds")
                .map(kind -> Integer.toString(calls.path(kind).asInt(-1)))
                .collect(Collectors.joining(" / "));
    }

    /** A connection kept for long may just be closed by the stub, and then a change that is sent over it fails. */
    private static Http fresh() {
        return Http.ofGateway();
    }
}
