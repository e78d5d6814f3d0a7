package dev.layeredsaga.messaging.heartbeat;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * The heartbeats of loops that run in one thread each. A loop registers once, beats once per iteration and closes its heartbeat when
 * it ends; a loop whose last beat is older than its limit takes the service's liveness down. Thread-safe.
 */
public final class Heartbeats {

    /**
     * The limit for loops that work on the database: several times the longest iteration in which every statement times out, because
     * a restart does not bring the database back.
     */
    public static final Duration DEFAULT_LONGEST = Duration.ofMinutes(2);

    private final Set<Heartbeat> beating = ConcurrentHashMap.newKeySet();
    private final LongSupplier nanoTime;

    public Heartbeats() {
        this(System::nanoTime);
    }

    Heartbeats(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Registers a loop that beats at least once every {@link #DEFAULT_LONGEST}. Registration counts as a beat. */
    public Heartbeat register(String loop) {
        return register(loop, DEFAULT_LONGEST);
    }

    /**
     * Registers a loop. Registration counts as a beat. Several loops may have the same name.
     *
     * @param longest the maximum time between two beats
     */
    public Heartbeat register(String loop, Duration longest) {
        Heartbeat heartbeat = new Heartbeat(loop, longest);
        beating.add(heartbeat);
        return heartbeat;
    }

    /** Returns the loops whose last beat is older than their limit, the oldest beat first. */
    public List<Overdue> overdue() {
        long now = nanoTime.getAsLong();
        return beating.stream()
                .filter(heartbeat -> heartbeat.age(now).compareTo(heartbeat.longest) > 0)
                .map(heartbeat -> new Overdue(heartbeat.loop, heartbeat.age(now)))
                .sorted(Comparator.comparing(Overdue::age).reversed())
                .toList();
    }

    /**
     * A loop that may hang.
     *
     * @param age the time since its last beat
     */
    public record Overdue(String loop, Duration age) {}

    /** The heartbeat of one loop. */
    public final class Heartbeat implements AutoCloseable {

        private final String loop;
        private final Duration longest;
        private volatile long lastBeat;

        private Heartbeat(String loop, Duration longest) {
            this.loop = loop;
            this.longest = longest;
            beat();
        }

        /** Records that the loop has begun a new iteration. */
        public void beat() {
            lastBeat = nanoTime.getAsLong();
        }

        /** Returns true once the loop is to end. */
        public boolean isClosed() {
            return !beating.contains(this);
        }

        private Duration age(long now) {
            return Duration.ofNanos(now - lastBeat);
        }

        /** Removes the heartbeat of a loop that has ended. */
        @Override
        public void close() {
            beating.remove(this);
        }
    }
}
