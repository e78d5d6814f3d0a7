package dev.layeredsaga.inventory.lock.actor;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Owns one key: the caller being served holds the lock. Serves one turn at a time, first come, first served. */
final class KeyActor {

    private final BlockingQueue<Turn> mailbox = new LinkedBlockingQueue<>();
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

    void send(Turn turn) {
        unserved.incrementAndGet();
        mailbox.add(turn);
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
