package dev.layeredsaga.testbed.failures.audit;

import java.time.Duration;
import java.util.List;

/**
 * What can be seen of the RLocks from outside.
 *
 * @param lease how long a lock may be held at most
 * @param slowPayment how long the gateway takes over a slow payment: a section around one would take longer
 * @param samples how often Redis was asked which locks there are
 * @param held locks of which it was ever said that they exist
 * @param overruns how many sections the instances say were committed after their lease had ended; counted, not judged: what
 *     protected them is {@code @Version}
 * @param left keys of locks that are there although nothing happens any more
 */
public record LocksSeen(
        Duration lease,
        Duration slowPayment,
        long samples,
        List<Held> held,
        List<Section> sections,
        long overruns,
        List<String> left) {

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
