package dev.layeredsaga.testbed.bench.locks.load;

/** A way to lock. The first is the baseline. */
public enum Way {
    A("A: RLock around all"),
    EXCLUSIVE("B: EXCLUSIVE"),
    GATED("B: EXCLUSIVE, counter gate"),
    COUNTED("B: COUNTED"),
    FOR_UPDATE("FOR UPDATE around all"),
    VERSION("@Version only"),
    INCR("Redis INCR"),
    NONE("control: no lock");

    private final String title;

    Way(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }

    /** Returns true for the control, which has to oversell to show that the audit detects it. */
    public boolean isControl() {
        return this == NONE;
    }
}
