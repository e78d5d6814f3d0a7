package dev.layeredsaga.testbed.bench.service;

import dev.layeredsaga.testbed.bench.service.ClaimAnswer.Granted;
import dev.layeredsaga.testbed.bench.service.ClaimAnswer.Refused;
import dev.layeredsaga.testbed.bench.service.JsonHttp.Answer;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** A client of the inventory's HTTP API that claims one piece at a time. Thread-safe. */
public final class InventoryClient {

    private final JsonHttp http;

    InventoryClient(URI inventory) {
        http = new JsonHttp(inventory);
    }

    /** @param policy {@code EXCLUSIVE} or {@code COUNTED} */
    public void putItem(String sku, int onHand, String policy) {
        Answer answer = http.send("PUT", "/items/" + sku, Map.of("onHand", onHand, "policy", policy));
        if (answer.status() >= 300) {
            throw new IllegalStateException("item %s: %s".formatted(sku, answer));
        }
    }

    /** Claims one piece. */
    public ClaimAnswer claim(String owner, String sku, int ttlSeconds) {
        List<?> lines = List.of(Map.of("sku", sku, "quantity", 1));
        Answer answer = http.send("POST", "/claims", Map.of("owner", owner, "lines", lines, "ttlSeconds", ttlSeconds));
        return answer.status() == 201
                ? new Granted(
                        answer.body().path("claimId").asString(),
                        answer.body().path("token").asString())
                : new Refused(answer.status(), answer.body().path("code").asString());
    }

    /** Returns the status, 200 on success. */
    public int confirm(Granted claim) {
        return http.send("POST", "/claims/" + claim.claimId() + "/confirmation", "Claim-Token", claim.token())
                .status();
    }

    /** Returns the number of sections that have gone on without their RLock, because others kept it for the whole wait. */
    public int lockTimeouts() {
        Answer meter =
                http.send("GET", "/actuator/metrics/inventory.lock.timeouts").expect(200);
        return meter.body().at("/measurements/0/value").asInt();
    }
}
