package dev.layeredsaga.testbed.failures.audit;

import dev.layeredsaga.testbed.failures.audit.seen.Observations;
import java.util.List;

/** Checks all invariants. */
public final class InvariantAudit {

    private static final List<Invariant> ALL = List.of(
            new NoOversell(),
            new OnlyTheCurrentToken(),
            new NoOrphanLock(),
            new NoDoubleCharge(),
            new EverySagaEnds(),
            new EveryEventInOrder(),
            new HandledTwiceEffectOnce(),
            new LateActionRefused(),
            new ShortLocks(),
            new NoOrderLost(),
            new NothingPutAside(),
            new NothingMissing(),
            new NothingBlocked(),
            new OutcomeOfTheKey());

    private InvariantAudit() {}

    /** In the order of their numbers. */
    public static List<Finding> of(Observations seen) {
        return ALL.stream().map(invariant -> check(invariant, seen)).toList();
    }

    private static Finding check(Invariant invariant, Observations seen) {
        Checklist list = new Checklist();
        invariant.check(seen, list);
        return list.finding(invariant.number(), invariant.name());
    }
}
