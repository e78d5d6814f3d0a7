package dev.layeredsaga.testbed.e2e;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;

/** Asks a service again and again for its health, over a connection of its own each time as those who restart services do. */
@Tag("load")
final class HealthWatch implements AutoCloseable {

    private static final Duration INTERVAL = Duration.ofMillis(200);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final HttpRequest request;
    private final Thread thread;
    private volatile boolean ended;
    private volatile Duration slowest = Duration.ZERO;
    private volatile String failure = "";

    HealthWatch(URI health) {
        this.request = HttpRequest.newBuilder(health).timeout(TIMEOUT).build();
        this.thread = Thread.ofPlatform().name("health").start(this::watch);
    }

    private void watch() {
        while (!ended) {
            long start = System.nanoTime();
            try (HttpClient client = HttpClient.newHttpClient()) {
                int status = client.send(request, BodyHandlers.discarding()).statusCode();
                if (status != 200) {
                    failure = "status " + status;
                }
            } catch (IOException e) {
                failure = e.toString();
            } catch (InterruptedException e) {
                return;
            }
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            slowest = took.compareTo(slowest) > 0 ? took : slowest;
            LockSupport.parkNanos(INTERVAL.toNanos());
        }
    }

    /** The longest that an answer has taken so far; of the first one, if there is none yet. */
    Duration slowest() {
        Awaitility.await("an answer").atMost(TIMEOUT).until(() -> slowest.isPositive());
        return slowest;
    }

    /** Returns the last failure; empty if there was none. */
    String failure() {
        return failure;
    }

    @Override
    public void close() {
        ended = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
