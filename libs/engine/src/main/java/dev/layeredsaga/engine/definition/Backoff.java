package dev.layeredsaga.engine.definition;

import java.time.Duration;
import java.util.Locale;

/**
 * The pauses between the attempts at a step, each at most an hour.
 *
 * @param inWords such as {@code pauses of 5s}
 */
public record Backoff(String inWords, Curve curve) {

    private static final Duration LONGEST = Duration.ofHours(1);
    private static final Duration PROGRESSIVE_UNTIL = Duration.ofMinutes(2);
    private static final Duration FLAT = Duration.ofSeconds(30);
    private static final int MOST_DOUBLINGS = 30;

    /** Gives the pause after an attempt. */
    @FunctionalInterface
    public interface Curve {

        /**
         * Returns the pause after an attempt.
         *
         * @param waited the time since the saga entered the step
         * @param attempts the attempts so far
         */
        Duration after(Duration waited, int attempts);
    }

    /** A tenth of the time waited so far for the first two minutes, then 30 s flat: 10 s → 1 s, 2 min → 12 s, 3 min → 30 s. */
    public static Backoff progressive() {
        return new Backoff(
                "progressive pauses",
                (waited, attempts) -> waited.compareTo(PROGRESSIVE_UNTIL) > 0
                        ? FLAT
                        : Duration.ofMillis(Math.ceilDiv(Math.max(0, waited.toMillis()), 10)));
    }

    /** The same pause each time. */
    public static Backoff fixed(Duration pause) {
        requirePositive(pause);
        return new Backoff("pauses of " + inWords(pause), (waited, attempts) -> pause);
    }

    /** A pause that is doubled each time, up to the longest. */
    public static Backoff exponential(Duration first, Duration longest) {
        requirePositive(first);
        return new Backoff(
                "pauses from " + inWords(first) + " doubled up to " + inWords(longest),
                (waited, attempts) ->
                        shorter(first.multipliedBy(1L << Math.clamp(attempts - 1L, 0, MOST_DOUBLINGS)), longest));
    }

    Duration after(Duration waited, int attempts) {
        return shorter(curve.after(waited, attempts), LONGEST);
    }

    static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static void requirePositive(Duration pause) {
        if (!pause.isPositive()) {
            throw new IllegalArgumentException("a pause must be positive: " + pause);
        }
    }

    static String inWords(Duration duration) {
        return duration.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return inWords;
    }
}
