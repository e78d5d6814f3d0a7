package dev.layeredsaga.messaging.heartbeat;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * The signs of life of loops that run in one thread. A loop registers once, beats once per round and closes its heartbeat when it
 * ends; one that has not beaten for longer than it promised takes the service's liveness down. Thread-safe.
 */
public final class Heartbeats {

    /**
     * The bound for loops that work on the database: several times what the longest round can take while every statement runs into its
     * time-out, because a restart brings no database back.
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

    /** Registers a loop that beats at least once every {@link #DEFAULT_LONGEST}; it has just beaten. */
    public Heartbeat register(String loop) {
        return register(loop, DEFAULT_LONGEST);
    }

    /**
     * Registers a loop, which has just beaten. Several loops may have the same name.
     *
     * @param longest the longest acceptable time between two beats
     */
    public Heartbeat register(String loop, Duration longest) {
        Heartbeat heartbeat = new Heartbeat(loop, longest);
        beating.add(heartbeat);
        return heartbeat;
    }

    /** Returns the loops that have not beaten for longer than acceptable, the oldest beat first. */
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

    /** The sign of life of one loop. */
    public final class Heartbeat implements AutoCloseable {

        private final String loop;
        private final Duration longest;
        private volatile long lastBeat;

        private Heartbeat(String loop, Duration longest) {
            this.loop = loop;
            this.longest = longest;
            beat();
        }

        /** Says that the loop is in a new round. */
        public void beat() {
            lastBeat = nanoTime.getAsLong();
        }

        private Duration age(long now) {
            return Duration.ofNanos(now - lastBeat);
        }

        /** Says that the loop has ended and beats no more. */
        @Override
        public void close() {
            beating.remove(this);
        }
    }
}
