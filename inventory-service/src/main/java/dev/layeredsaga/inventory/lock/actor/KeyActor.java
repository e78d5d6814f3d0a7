package dev.layeredsaga.inventory.lock.actor;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Owns one key: the caller being served holds the lock. Serves one turn at a time, first come, first served. */
final class KeyActor {

    /** The most turns that wait, those included whose callers have given up. */
    static final int MAILBOX = 1_000;

    private final BlockingQueue<Turn> mailbox = new LinkedBlockingQueue<>(MAILBOX);
    private final AtomicInteger unserved = new AtomicInteger();
    private final Thread thread;

    private KeyActor(String key) {
        thread = Thread.ofVirtual().name("lock-actor-" + key).unstarted(this::serve);
    }

    static KeyActor start(String key) {
        KeyActor actor = new KeyActor(key);
        actor.thread.start();
        return actor;
    }

    /** Returns false if the mailbox is full. Called by one thread at a time. */
    boolean send(Turn turn) {
        boolean accepted = mailbox.offer(turn);
        if (accepted) {
            unserved.incrementAndGet();
        }
        return accepted;
    }

    /** Returns true if no turn is waiting or being served. */
    boolean idle() {
        return unserved.get() == 0;
    }

    /** Stops serving: callers that are waiting will time out. */
    void stop() {
        thread.interrupt();
    }

    private void serve() {
        try {
            while (true) {
                mailbox.take().serve();
                unserved.decrementAndGet();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
