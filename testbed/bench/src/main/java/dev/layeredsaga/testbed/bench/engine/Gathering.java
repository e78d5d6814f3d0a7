package dev.layeredsaga.testbed.bench.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/** Begins what has gathered while the last batch was being begun, all of it in one go; a single one does not wait for others. */
final class Gathering implements AutoCloseable {

    /** As many as a consumer takes from Kafka at once. */
    private static final int MOST = 500;

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
        try {
            while (true) {
                batch.add(waiting.take());
                waiting.drainTo(batch, MOST - 1);
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
