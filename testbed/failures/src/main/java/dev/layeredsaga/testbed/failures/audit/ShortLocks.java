package dev.layeredsaga.testbed.failures.audit;

import dev.layeredsaga.testbed.failures.audit.seen.LocksSeen;
import dev.layeredsaga.testbed.failures.audit.seen.LocksSeen.Held;
import dev.layeredsaga.testbed.failures.audit.seen.LocksSeen.Section;
import dev.layeredsaga.testbed.failures.audit.seen.Observations;
import java.time.Duration;

/**
 * No RLock is held for long, none for ever, and no section takes as long as a slow payment. That a lock is released after the
 * commit and not before cannot be seen from outside; the inventory's own tests of {@code Section} show it.
 */
final class ShortLocks implements Invariant {

    /** Clocks are set, and samples come late. */
    private static final Duration TOLERANCE = Duration.ofSeconds(1);

    @Override
    public int number() {
        return 9;
    }

    @Override
    public String name() {
        return "short RLocks";
    }

    @Override
    public void check(Observations seen, Checklist list) {
        LocksSeen locks = seen.locks();
        locks.held().forEach(held -> check(held, locks.lease(), list));
        locks.sections().stream()
                .filter(section -> !section.disturbed())
                .forEach(section -> check(section, locks, list));
        locks.left().forEach(key -> list.violated("a lock that is not needed is left", key));
        list.checked(locks.samples(), "samples");
        list.checked(locks.held().size(), "locks seen");
        list.checked(locks.sections().size(), "instances' meters");
        list.checked(longestOf(locks, false), "ms the longest section in calm");
        list.checked(longestOf(locks, true), "ms in trouble");
        list.checked(locks.overruns(), "sections longer than their lease");
    }

    private static long longestOf(LocksSeen locks, boolean disturbed) {
        return locks.sections().stream()
                .filter(section -> section.disturbed() == disturbed)
                .mapToLong(section -> section.longest().toMillis())
                .max()
                .orElse(0);
    }

    private static void check(Held held, Duration lease, Checklist list) {
        list.require(!held.longestTtl().isNegative(), "a lock without an end", held.key());
        Duration most = lease.plus(TOLERANCE);
        list.require(
                held.longestTtl().compareTo(most) <= 0,
                "locked for %d ms, longer than its lease"
                        .formatted(held.longestTtl().toMillis()),
                held.key());
        list.require(
                held.seen().compareTo(most) <= 0,
                "held for %d ms".formatted(held.seen().toMillis()),
                held.key());
    }

    private static void check(Section section, LocksSeen locks, Checklist list) {
        list.require(
                section.longest().compareTo(locks.slowPayment()) < 0,
                "a section of %d ms, as long as a payment"
                        .formatted(section.longest().toMillis()),
                section.instance());
    }
}
