package dev.layeredsaga.testbed.bench.designs;

/** Times one order. */
final class Watch {

    private final long begin = System.nanoTime();
    private boolean foundBusy;
    private long told;

    void foundBusy() {
        foundBusy = true;
    }

    /** The first time counts. */
    void told() {
        if (told == 0) {
            told = elapsed();
        }
    }

    boolean isPatient() {
        return elapsed() < Design.PATIENCE.toNanos();
    }

    Sale completed() {
        return new Sale(true, foundBusy, told, elapsed());
    }

    Sale givenUp() {
        told();
        return new Sale(false, foundBusy, told, elapsed());
    }

    private long elapsed() {
        return System.nanoTime() - begin;
    }
}
