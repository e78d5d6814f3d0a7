package dev.layeredsaga.testbed.failures.matrix.scenario;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.testbed.failures.matrix.outcome.Bound;
import dev.layeredsaga.testbed.failures.matrix.outcome.Case;
import dev.layeredsaga.testbed.failures.matrix.outcome.Expected;
import dev.layeredsaga.testbed.failures.matrix.system.ScenarioRun;
import dev.layeredsaga.testbed.failures.matrix.system.TestSystem;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;

/** Messages that were published and are gone. */
public final class LostMessages extends ScenarioGroup.OneByOne {

    private static final Case ORDERS = Case.of(
                    "orders-purged",
                    "all of `orders.events` is deleted before the orchestrator has read it",
                    Expected.confirmed().within(Bound.within(Duration.ofSeconds(90))))
            .onOwnSystem()
            .withOrders(3);

    private static final Case RELEASE = Case.of(
                    "release-purged",
                    "all of `inventory.commands` is deleted before the inventory has read a `ReleaseClaim`, which somebody"
                            + " else answers with `ClaimReleased`",
                    Expected.cancelled().within(Bound.within(Duration.ofSeconds(90))))
            .onOwnSystem();

    private static final Case CANCELLATION = Case.of(
                    "cancellation-purged",
                    "all of `orders.events` is deleted before the orchestrator has read a cancellation; the payment takes 12 s",
                    Expected.cancelled().within(Bound.within(Duration.ofSeconds(90))))
            .onOwnSystem();

    private static final Duration SLOW = Duration.ofSeconds(12);

    /** Longer than the broker keeps a request open that the inventory made before it was frozen. */
    private static final Duration REQUESTS_ARE_OVER = Duration.ofSeconds(1);

    public LostMessages() {
        super(
                "Messages are lost",
                "An order whose saga never started is published again by the order-service, and so is a cancellation without an effect. A claim that is still held for a saga that"
                        + " has ended is told of by the inventory, and released.",
                List.of(ORDERS, CANCELLATION, RELEASE));
    }

    @Override
    void play(TestSystem tested, Case wanted, ScenarioRun run) {
        if (wanted.equals(ORDERS)) {
            purgeOrders(tested, run);
        } else if (wanted.equals(CANCELLATION)) {
            purgeCancellation(tested, run);
        } else {
            purgeRelease(tested, run);
        }
    }

    private static void purgeOrders(TestSystem tested, ScenarioRun run) {
        var orchestrator = tested.own().process("saga-orchestrator");
        orchestrator.freeze();
        try {
            run.orderAll("pm_ok");
            tested.own().awaitSent();
            tested.mail().purge(Topics.ORDERS_EVENTS);
        } finally {
            orchestrator.thaw();
        }
    }

    private static void purgeCancellation(TestSystem tested, ScenarioRun run) {
        var orchestrator = tested.own().process("saga-orchestrator");
        tested.gateway().takes(SLOW);
        try {
            String order = run.order("pm_ok");
            tested.gateway().awaitCalledFor(order);
            orchestrator.freeze();
            try {
                tested.shop().cancel(order);
                tested.own().awaitSent();
                tested.mail().purge(Topics.ORDERS_EVENTS);
            } finally {
                orchestrator.thaw();
            }
        } finally {
            tested.gateway().mend();
        }
    }

    private static void purgeRelease(TestSystem tested, ScenarioRun run) {
        String order = run.order("pm_slow_then_ok");
        awaitStanding(tested, order, SagaPoint.PAY.saga());
        var inventory = tested.own().process("inventory-service");
        inventory.freeze();
        try {
            LockSupport.parkNanos(REQUESTS_ARE_OVER.toNanos());
            tested.shop().tryToCancel(order);
            awaitStanding(tested, order, SagaPoint.UNDO_RESERVE.saga());
            tested.mail().answerForInventory(order, "ReleaseClaim", "ClaimReleased");
            awaitStanding(tested, order, "COMPENSATED");
            tested.mail().purge(Topics.INVENTORY_COMMANDS);
        } finally {
            inventory.thaw();
        }
        awaitReleased(tested, run);
    }

    private static void awaitStanding(TestSystem tested, String order, String standing) {
        Awaitility.await(standing)
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> tested.standingOf(order).startsWith(standing));
    }

    private static void awaitReleased(TestSystem tested, ScenarioRun run) {
        Awaitility.await("the claim to be released")
                .atMost(Duration.ofSeconds(60))
                .ignoreExceptions()
                .until(() -> tested.own().heldOf(run.sku()) == 0);
    }
}
