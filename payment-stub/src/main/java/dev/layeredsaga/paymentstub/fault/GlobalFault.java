package dev.layeredsaga.paymentstub.fault;

import java.util.Random;

/** The active fault for all orders: its draws and counts. Thread-safe. */
final class GlobalFault {

    private final FaultSettings settings;
    // java.util.Random, because its sequence per seed is specified and thus the same on every JDK
    private final Random random;
    private int struck;

    GlobalFault(FaultSettings settings) {
        this.settings = settings;
        this.random = new Random(settings.seed());
    }

    FaultSettings settings() {
        return settings;
    }

    synchronized boolean strikes() {
        if (spent() || random.nextDouble() >= settings.probability()) {
            return false;
        }
        struck++;
        return true;
    }

    synchronized FaultStatus status() {
        return new FaultStatus(settings, struck);
    }

    private boolean spent() {
        Integer times = settings.times();
        return times != null && struck >= times;
    }
}
