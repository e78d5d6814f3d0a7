package dev.layeredsaga.testbed.bench.inventory;

import java.util.concurrent.atomic.AtomicInteger;

/** An item, and its held and confirmed pieces by the clients' answers. Thread-safe. */
final class ShelfItem {

    final String sku;
    final Kind kind;
    private final AtomicInteger held = new AtomicInteger();
    private final AtomicInteger mostHeld = new AtomicInteger();
    private final AtomicInteger confirmed = new AtomicInteger();

    ShelfItem(String sku, Kind kind) {
        this.sku = sku;
        this.kind = kind;
    }

    /** To be called when the claim has been granted. */
    void taken() {
        mostHeld.accumulateAndGet(held.incrementAndGet(), Math::max);
    }

    /** To be called before the claim is released or confirmed: until then the client certainly holds it. */
    void toBeLetGo() {
        held.decrementAndGet();
    }

    void confirmed() {
        confirmed.incrementAndGet();
    }

    int mostHeld() {
        return mostHeld.get();
    }

    int confirmedByAnswers() {
        return confirmed.get();
    }
}
