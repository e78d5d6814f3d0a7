package dev.layeredsaga.testbed.bench.designs;

import dev.layeredsaga.paymentstub.PaymentStubServer;
import dev.layeredsaga.testbed.bench.service.JsonHttp;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/** A payment gateway of one run's own, over HTTP, which takes its time and keeps a ledger. Thread-safe. */
final class Payments implements AutoCloseable {

    private final PaymentStubServer stub = PaymentStubServer.start(0);
    private final JsonHttp http = new JsonHttp(stub.url());

    static Payments taking(Duration delay) throws IOException, InterruptedException {
        Payments payments = new Payments();
        payments.http
                .send("PUT", "/faults", Map.of("scenario", "slow_then_ok", "delayMillis", delay.toMillis()))
                .expect(200);
        return payments;
    }

    void pay(String order) throws IOException, InterruptedException {
        Map<String, ?> body = Map.of("orderId", order, "amount", 1990, "currency", "KRW", "method", "pm_ok");
        http.send("POST", "/v1/payments", body, "Idempotency-Key", order).expect(201);
    }

    /** How often money was taken, as the gateway's own ledger has it. */
    int captured() throws IOException, InterruptedException {
        return Math.toIntExact(http.send("GET", "/ledger")
                .expect(200)
                .path("entries")
                .valueStream()
                .filter(entry -> entry.path("type").asString().equals("CAPTURED"))
                .count());
    }

    @Override
    public void close() {
        http.close();
        stub.close();
    }
}
