package dev.layeredsaga.testbed.failures.matrix;

import dev.layeredsaga.messaging.Topics;
import java.time.Duration;
import java.util.List;

/** Messages that were published and are gone. */
final class LostMessages implements Part {

    private static final Case ORDERS = Case.of(
                    "orders-purged",
                    "all of `orders.events` is deleted before the orchestrator has read it",
                    Expected.confirmed().within(Bound.within(Duration.ofSeconds(90))))
            .onOwnSystem()
            .withOrders(3);

    @Override
    public String title() {
        return "Messages are lost";
    }

    @Override
    public String about() {
        return "An order whose saga never started is published again by the order-service.";
    }

    @Override
    public List<Case> cases() {
        return List.of(ORDERS);
    }

    @Override
    public void play(Stage stage, List<Case> chosen) {
        for (Case wanted : chosen) {
            Play play = stage.begin(wanted);
            purgeOrders(stage, play);
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
}
