package dev.layeredsaga.testbed.bench.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Begins in one go what has gathered while the last batch was being begun, and takes a second look before it does, as long as a
 * consumer of the project would: a part of the time that the last batch took. Who comes after a rest does not wait for others.
 */
final class Gathering implements AutoCloseable {

    /** As many as a consumer takes from Kafka at once. */
    private static final int MOST = 500;

    private static final int SHARE = 4;
    private static final long SECOND_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

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
                LockSupport.parkNanos(Math.min(worthwhile, SECOND_LOOK_NANOS));
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
