package dev.layeredsaga.testbed.bench.locks;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/** The payments of a design. Thread-safe. */
final class Payments implements AutoCloseable {

    private final Gateway gateway;
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger refunds = new AtomicInteger();

    private Payments(Gateway gateway) {
        this.gateway = gateway;
    }

    static Payments of(Workload workload) throws IOException, InterruptedException {
        return new Payments(
                workload.isTooMuchForTheStub()
                        ? new SleepingGateway(workload.payment())
                        : new StubGateway(workload.payment()));
    }

    void pay(Order order) throws Exception {
        underWay.incrementAndGet();
        try {
            gateway.capture(order.reference());
        } finally {
            underWay.decrementAndGet();
        }
    }

    void refund(Order order) throws Exception {
        gateway.refund(order.reference());
        refunds.incrementAndGet();
    }

    /** Returns the number of payments now in flight. */
    int underWay() {
        return underWay.get();
    }

    int refunds() {
        return refunds.get();
    }

    /** Returns the number of payments captured and not refunded, by item, according to the gateway's ledger. */
    int[] kept(int items) throws Exception {
        int[] kept = new int[items];
        gateway.kept().forEach(reference -> kept[Order.itemOf(reference)]++);
        return kept;
    }

    @Override
    public void close() {
        gateway.close();
    }
}
