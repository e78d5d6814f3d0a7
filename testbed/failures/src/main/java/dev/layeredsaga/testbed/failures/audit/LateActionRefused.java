package dev.layeredsaga.testbed.failures.audit;

import dev.layeredsaga.testbed.failures.audit.seen.MessagesSeen.LateAction;
import dev.layeredsaga.testbed.failures.audit.seen.Observations;

/** A claim or a charge that comes after it was compensated changes nothing. */
final class LateActionRefused implements Invariant {

    @Override
    public int number() {
        return 8;
    }

    @Override
    public String name() {
        return "late action refused";
    }

    @Override
    public void check(Observations seen, Checklist list) {
        list.checked(seen.messages().lateActions().size(), "late actions");
        for (LateAction late : seen.messages().lateActions()) {
            list.require(late.handled(), "the late %s has not been read".formatted(late.type()), late.orderId());
            list.require(
                    late.before().equals(late.after()),
                    "the late %s changed %s to %s".formatted(late.type(), late.before(), late.after()),
                    late.orderId());
            list.checked(1, "late " + late.type());
        }
    }
}
