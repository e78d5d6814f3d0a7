package dev.layeredsaga.testbed.bench.locks;

/** A way to lock. The first is what the others are compared with. */
enum Way {
    A("A: RLock around all"),
    EXCLUSIVE("B: EXCLUSIVE"),
    COUNTED("B: COUNTED"),
    COUNTED_KAFKA("B: COUNTED, over Kafka"),
    ACTOR("B: COUNTED, actor lock"),
    FOR_UPDATE("FOR UPDATE around all"),
    VERSION("@Version only"),
    INCR("Redis INCR"),
    NONE("control: no lock");

    private final String title;

    Way(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /** Whether it has to oversell, to show that it would be noticed. */
    boolean isControl() {
        return this == NONE;
    }
}
