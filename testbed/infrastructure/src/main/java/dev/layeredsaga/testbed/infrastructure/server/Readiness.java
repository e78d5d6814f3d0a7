package dev.layeredsaga.testbed.infrastructure.server;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits until a server is ready. */
public final class Readiness {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private Readiness() {}

    /** Probes until the server is ready, up to 60 s. */
    public static void await(Server server, BooleanSupplier ready) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (!ready.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new ServerStartException(server.name(), "no answer within " + LIMIT.toSeconds() + " s", null);
            }
            pause(server);
        }
    }

    private static void pause(Server server) {
        try {
            Thread.sleep(20);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServerStartException(server.name(), "interrupted", e);
        }
    }
}
