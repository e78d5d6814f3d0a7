package dev.layeredsaga.testbed.bench.locks;

import dev.layeredsaga.paymentstub.PaymentStubServer;
import dev.layeredsaga.testbed.bench.service.JsonHttp;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;

/** A separate payment stub for one run, over HTTP. */
final class StubGateway implements Gateway {

    private static final int PRICE = 1990;

    private final PaymentStubServer stub = PaymentStubServer.start(0);
    private final JsonHttp http = new JsonHttp(stub.url());
    private final Map<String, String> payments = new ConcurrentHashMap<>();

    StubGateway(Duration delay) throws IOException {
        http.send("PUT", "/faults", Map.of("scenario", "slow_then_ok", "delayMillis", delay.toMillis()))
                .expect(200);
    }

    @Override
    public void capture(String reference) throws IOException {
        Map<String, ?> body = Map.of("orderId", reference, "amount", PRICE, "currency", "KRW", "method", "pm_ok");
        JsonNode payment = http.send("POST", "/v1/payments", body, "Idempotency-Key", reference)
                .expect(201);
        payments.put(reference, payment.path("paymentId").asString());
    }

    @Override
    public void refund(String reference) throws IOException {
        String path = "/v1/payments/" + payments.get(reference) + "/refunds";
        http.send("POST", path, Map.of("amount", PRICE), "Idempotency-Key", "refund." + reference)
                .expect(201);
    }

    @Override
    public List<String> kept() throws IOException {
        JsonNode ledger = http.send("GET", "/ledger").expect(200).path("entries");
        return Ledger.net(references(ledger, "CAPTURED"), references(ledger, "REFUNDED"));
    }

    private static List<String> references(JsonNode ledger, String type) {
        return ledger.valueStream()
                .filter(entry -> entry.path("type").asString().equals(type))
                .map(entry -> entry.path("orderId").asString())
                .toList();
    }

    @Override
    public void close() {
        stub.close();
    }
}
