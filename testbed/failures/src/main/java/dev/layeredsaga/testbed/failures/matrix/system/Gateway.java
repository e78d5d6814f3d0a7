package dev.layeredsaga.testbed.failures.matrix.system;

import dev.layeredsaga.testbed.client.Http;
import dev.layeredsaga.testbed.failures.matrix.outcome.CallCounts;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;

/** The payment stub's own APIs, by which it is told to fail and asked what it saw. Thread-safe. */
public record Gateway(Http http, URI address) {

    /** The scenario befalls every order from now on. */
    public void failsFor(String scenario, Map<String, Object> more) {
        Map<String, Object> fault = new HashMap<>(more);
        fault.put("scenario", scenario);
        int status = http.put(address, "/faults", fault).status();
        if (status != 200) {
            throw new IllegalStateException("the gateway does not take the fault " + fault + ": " + status);
        }
    }

    /** Every payment takes so long from now on. */
    public void takes(Duration time) {
        failsFor("slow_then_ok", Map.of("delayMillis", time.toMillis()));
    }

    public void mend() {
        http.delete(address, "/faults");
    }

    /** Returns once the present fault has struck so often. */
    public void awaitStruck(int times) {
        Awaitility.await("the gateway's fault")
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> struck() >= times);
    }

    private int struck() {
        return http.get(address, "/faults")
                .body()
                .path("faults")
                .path(0)
                .path("struck")
                .asInt(0);
    }

    /** Returns once it has been asked to charge for the order. */
    public void awaitCalledFor(String orderId) {
        Awaitility.await("the gateway to be called for " + orderId)
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> callsFor(orderId).payments() > 0);
    }

    CallCounts callsFor(String orderId) {
        JsonNode calls = http.get(address, "/calls?orderId=" + orderId).body();
        return new CallCounts(
                calls.path("payments").asInt(-1),
                calls.path("queries").asInt(-1),
                calls.path("refunds").asInt(-1));
    }

    /** Sends the orchestrator a webhook for every later outcome, in this delivery mode. */
    public void tells(URI webhooks, String secret, String delivery) {
        Map<String, String> body = Map.of("url", webhooks.toString(), "secret", secret, "delivery", delivery);
        int status = http.put(address, "/webhooks", body).status();
        if (status != 200) {
            throw new IllegalStateException("the gateway does not take the webhook " + delivery + ": " + status);
        }
    }

    public void tellsNobody() {
        http.delete(address, "/webhooks");
    }
}
