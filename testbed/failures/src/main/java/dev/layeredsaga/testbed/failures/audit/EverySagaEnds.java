package dev.layeredsaga.testbed.failures.audit;

import dev.layeredsaga.testbed.failures.audit.seen.Observations;
import dev.layeredsaga.testbed.failures.audit.seen.OrdersSeen.Saga;

/** Completed or compensated, once everything that was broken has been mended. */
final class EverySagaEnds implements Invariant {

    @Override
    public int number() {
        return 5;
    }

    @Override
    public String name() {
        return "every saga ends";
    }

    @Override
    public void check(Observations seen, Checklist list) {
        for (Saga saga : seen.orders().sagas().values()) {
            list.require(
                    saga.hasEnded(),
                    "%s in %s, waits for: %s".formatted(saga.status(), saga.step(), saga.waitsFor()),
                    saga.id());
        }
        list.checked(seen.orders().sagas().size(), "sagas");
    }
}
