package dev.layeredsaga.testbed.bench.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Begins, as one batch, the sagas queued while the last batch was being begun. Before each batch it waits for more, as long as a
 * consumer of the project would: a quarter of the last batch's time, at most 2 ms, so that a lone saga hardly waits.
 */
final class Gathering implements AutoCloseable {

    /** The size of a consumer's batch from Kafka. */
    private static final int MOST = 500;

    private static final int SHARE = 4;
    private static final long SECOND_POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final BlockingQueue<Purchase> waiting = new LinkedBlockingQueue<>();
    private final Consumer<List<Purchase>> begin;
    private final Thread thread;

    Gathering(Consumer<List<Purchase>> begin) {
        this.begin = begin;
        thread = Thread.ofPlatform().name("begin").daemon().start(this::beginThem);
    }

    void add(Purchase purchase) {
        waiting.add(purchase);
    }

    private void beginThem() {
        List<Purchase> batch = new ArrayList<>();
        long since = System.nanoTime();
        try {
            while (true) {
                long worthwhile = (System.nanoTime() - since) / SHARE;
                batch.add(waiting.take());
                LockSupport.parkNanos(Math.min(worthwhile, SECOND_POLL_NANOS));
                waiting.drainTo(batch, MOST - 1);
                since = System.nanoTime();
                begin.accept(batch);
                batch.clear();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
