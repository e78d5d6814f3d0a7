package dev.layeredsaga.engine;

import java.time.Duration;

/**
 * The delay before the next try: a tenth of the time waited so far (rounded up to a millisecond) for the first two minutes, then 30 s flat.
 * So 0 → 0, 10 s → 1 s, 2 min → 12 s, 3 min → 30 s.
 */
final class ProgressiveBackoff {

    private static final Duration PROGRESSIVE_UNTIL = Duration.ofMinutes(2);
    private static final Duration FLAT = Duration.ofSeconds(30);

    private ProgressiveBackoff() {}

    static Duration after(Duration waited) {
        if (waited.compareTo(PROGRESSIVE_UNTIL) > 0) {
            return FLAT;
        }
        return Duration.ofMillis(Math.ceilDiv(Math.max(0, waited.toMillis()), 10));
    }
}
