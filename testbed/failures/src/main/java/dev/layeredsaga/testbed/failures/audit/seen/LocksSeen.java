package dev.layeredsaga.testbed.failures.audit.seen;

import java.time.Duration;
import java.util.List;

/**
 * The RLocks as observed from outside.
 *
 * @param lease the longest time that a lock may be held
 * @param slowPayment the gateway's time for a slow payment: a section around one would take longer
 * @param samples the number of times Redis was asked for its locks
 * @param held the locks ever seen
 * @param overruns the number of sections that instances report as committed after their lease; counted, not judged:
 *     {@code @Version} protected them
 * @param left the keys of locks left after all activity
 */
public record LocksSeen(
        Duration lease,
        Duration slowPayment,
        long samples,
        List<Held> held,
        List<Section> sections,
        long overruns,
        List<String> left) {

    /** Where no locks were read. */
    public static final LocksSeen NONE =
            new LocksSeen(Duration.ZERO, Duration.ZERO, 0, List.of(), List.of(), 0, List.of());

    /**
     * One holder's time with one lock.
     *
     * @param seen from the first to the last sample with this holder
     * @param longestTtl the longest time to live that was seen; negative if it had none
     */
    public record Held(String key, Duration seen, Duration longestTtl) {}

    /**
     * An instance's longest section, by its own meters.
     *
     * @param disturbed whether something else may have made it long: an instance frozen, a backlog after an outage, a machine that
     *     had no time
     */
    public record Section(String instance, Duration longest, boolean disturbed) {}
}
