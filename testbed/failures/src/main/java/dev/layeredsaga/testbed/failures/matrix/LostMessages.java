package dev.layeredsaga.testbed.failures.matrix;

import dev.layeredsaga.messaging.Topics;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;

/** Messages that were published and are gone. */
final class LostMessages implements Part {

    private static final Case ORDERS = Case.of(
                    "orders-purged",
                    "all of `orders.events` is deleted before the orchestrator has read it",
                    Expected.confirmed().within(Bound.within(Duration.ofSeconds(90))))
            .onOwnSystem()
            .withOrders(3);

    private static final Case RELEASE = Case.of(
                    "release-purged",
                    "all of `inventory.commands` is deleted before the inventory has read a `ReleaseClaim`, which a forged"
                            + " `ClaimReleased` answers",
                    Expected.cancelled().within(Bound.within(Duration.ofSeconds(90))))
            .onOwnSystem();

    /** Longer than the broker keeps a request open that the inventory made before it was frozen. */
    private static final Duration REQUESTS_ARE_OVER = Duration.ofSeconds(1);

    @Override
    public String title() {
        return "Messages are lost";
    }

    @Override
    public String about() {
        return "An order whose saga never started is published again by the order-service. A claim that is still held for a saga that"
                + " has ended is told of by the inventory, and released.";
    }

    @Override
    public List<Case> cases() {
        return List.of(ORDERS, RELEASE);
    }

    @Override
    public void play(Stage stage, List<Case> chosen) {
        for (Case wanted : chosen) {
            Play play = stage.begin(wanted);
            if (wanted.equals(ORDERS)) {
                purgeOrders(stage, play);
            } else {
                purgeRelease(stage, play);
            }
            stage.watchToTheEnd(play);
        }
    }

    private static void purgeOrders(Stage stage, Play play) {
        var orchestrator = stage.own().process("saga-orchestrator");
        orchestrator.freeze();
        try {
            play.orderAll("pm_ok");
            stage.own().awaitSent();
            stage.mail().purge(Topics.ORDERS_EVENTS);
        } finally {
            orchestrator.thaw();
        }
    }

    private static void purgeRelease(Stage stage, Play play) {
        String order = play.order("pm_slow_then_ok");
        awaitStanding(stage, order, Moment.PAY.saga());
        var inventory = stage.own().process("inventory-service");
        inventory.freeze();
        try {
            LockSupport.parkNanos(REQUESTS_ARE_OVER.toNanos());
            stage.shop().tryToCancel(order);
            awaitStanding(stage, order, Moment.UNDO_RESERVE.saga());
            stage.mail().forgeReply(order, "reserve", "ClaimReleased");
            awaitStanding(stage, order, "COMPENSATED");
            stage.mail().purge(Topics.INVENTORY_COMMANDS);
        } finally {
            inventory.thaw();
        }
        awaitReleased(stage, play);
    }

    private static void awaitStanding(Stage stage, String order, String standing) {
        Awaitility.await(standing)
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> stage.standingOf(order).startsWith(standing));
    }

    private static void awaitReleased(Stage stage, Play play) {
        Awaitility.await("the claim to be released")
                .atMost(Duration.ofSeconds(60))
                .ignoreExceptions()
                .until(() -> stage.own().heldOf(play.sku()) == 0);
    }
}
