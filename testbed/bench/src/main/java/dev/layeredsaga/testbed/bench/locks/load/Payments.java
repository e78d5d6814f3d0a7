package dev.layeredsaga.testbed.bench.locks.load;

import dev.layeredsaga.paymentstub.PaymentStubServer;
import dev.layeredsaga.testbed.bench.service.JsonHttp;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;

/** The payments of a design at a slow gateway with a ledger. Thread-safe. */
public abstract sealed class Payments implements AutoCloseable {

    private final AtomicInteger refunds = new AtomicInteger();

    public static Payments of(Workload workload) {
        return workload.isTooMuchForTheStub() ? new Sleep(workload) : new Stub(workload);
    }

    public abstract void pay(Order order) throws Exception;

    abstract void giveBack(Order order);

    /** Returns the references of all payments captured and not refunded, by the gateway's own ledger. */
    abstract List<String> kept();

    public final void refund(Order order) {
        giveBack(order);
        refunds.incrementAndGet();
    }

    final int refunds() {
        return refunds.get();
    }

    /** Returns the number of payments captured and not refunded, by item, according to the gateway's ledger. */
    final int[] kept(int items) {
        int[] kept = new int[items];
        kept().forEach(reference -> kept[Order.itemOf(reference)]++);
        return kept;
    }

    /** Removes one payment per refund, so that a second capture for the same order still shows. */
    private static List<String> net(Collection<String> captured, Collection<String> refunded) {
        List<String> kept = new ArrayList<>(captured);
        refunded.forEach(kept::remove);
        return kept;
    }

    @Override
    public void close() {}

    /** A gateway that only sleeps: for so many clients that a gateway over HTTP would dominate the measurement. */
    private static final class Sleep extends Payments {

        private final Workload workload;
        private final Queue<String> captured = new ConcurrentLinkedQueue<>();
        private final Queue<String> refunded = new ConcurrentLinkedQueue<>();

        Sleep(Workload workload) {
            this.workload = workload;
        }

        @Override
        public void pay(Order order) throws InterruptedException {
            Thread.sleep(workload.payment());
            captured.add(order.reference());
        }

        @Override
        void giveBack(Order order) {
            refunded.add(order.reference());
        }

        @Override
        List<String> kept() {
            return net(captured, refunded);
        }
    }

    /** A separate payment stub for one run, over HTTP. */
    private static final class Stub extends Payments {

        private static final int PRICE = 1990;

        private final PaymentStubServer stub = PaymentStubServer.start(0);
        private final JsonHttp http = new JsonHttp(stub.url());
        private final Map<String, String> payments = new ConcurrentHashMap<>();

        Stub(Workload workload) {
            long delay = workload.payment().toMillis();
            http.send("PUT", "/faults", Map.of("scenario", "slow_then_ok", "delayMillis", delay))
                    .expect(200);
        }

        @Override
        public void pay(Order order) {
            String reference = order.reference();
            Map<String, ?> body = Map.of("orderId", reference, "amount", PRICE, "currency", "KRW", "method", "pm_ok");
            JsonNode payment = http.send("POST", "/v1/payments", body, "Idempotency-Key", reference)
                    .expect(201)
                    .body();
            payments.put(reference, payment.path("paymentId").asString());
        }

        @Override
        void giveBack(Order order) {
            String reference = order.reference();
            String path = "/v1/payments/" + payments.get(reference) + "/refunds";
            http.send("POST", path, Map.of("amount", PRICE), "Idempotency-Key", "refund." + reference)
                    .expect(201);
        }

        @Override
        List<String> kept() {
            JsonNode ledger = http.send("GET", "/ledger").expect(200).body().path("entries");
            return net(references(ledger, "CAPTURED"), references(ledger, "REFUNDED"));
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
}
