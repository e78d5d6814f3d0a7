package dev.layeredsaga.testbed.bench.locks;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A gateway that only sleeps: for so many clients that a gateway over HTTP would dominate the measurement. */
final class SleepingGateway implements Gateway {

    private final Duration delay;
    private final Queue<String> captured = new ConcurrentLinkedQueue<>();
    private final Queue<String> refunded = new ConcurrentLinkedQueue<>();

    SleepingGateway(Duration delay) {
        this.delay = delay;
    }

    @Override
    public void capture(String reference) throws InterruptedException {
        Thread.sleep(delay);
        captured.add(reference);
    }

    @Override
    public void refund(String reference) {
        refunded.add(reference);
    }

    @Override
    public List<String> kept() {
        return Ledger.net(captured, refunded);
    }

    @Override
    public void close() {}
}
