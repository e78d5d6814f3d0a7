package dev.layeredsaga.testbed.failures.matrix.scenario;

import dev.layeredsaga.testbed.failures.chaos.system.ChaosSystem;
import dev.layeredsaga.testbed.failures.matrix.outcome.Expected;
import dev.layeredsaga.testbed.failures.matrix.run.Case;
import dev.layeredsaga.testbed.failures.matrix.run.ScenarioGroup;
import dev.layeredsaga.testbed.failures.matrix.run.ScenarioRun;
import dev.layeredsaga.testbed.failures.matrix.run.TestSystem;
import java.net.URI;
import java.util.Locale;

/** The payment's own answer is lost, and the gateway reports it by webhook, as well or badly as webhooks come. */
public final class GatewayNotifiesByWebhook {

    private GatewayNotifiesByWebhook() {}

    public static ScenarioGroup group() {
        return ScenarioGroup.oneByOne(
                "The gateway notifies by webhook",
                "`PUT /webhooks` with the delivery, then one order with `pm_charged_response_lost`. With or without them the outcome"
                        + " is the same; without, the gateway has to be asked.",
                notified("on-time", "at once"),
                notified("late", "after 3 s"),
                notified("duplicated", "twice"),
                notified("before-response", "before the (lost) response"),
                notified("out-of-order", "held back for an event that does not come"),
                notified("lost", "never"));
    }

    private static Case notified(String delivery, String when) {
        Expected expected = Expected.confirmed().calls("1 / ≥ 0 / 0");
        return Case.of("webhook-" + delivery, "captured, the answer is lost, and the webhook comes " + when)
                .onOwn(1, expected, (tested, run) -> notify(delivery, tested, run));
    }

    private static void notify(String delivery, TestSystem tested, ScenarioRun run) {
        String mode = delivery.replace('-', '_').toUpperCase(Locale.ROOT);
        URI orchestrator = tested.own().system().addresses().orchestrator();
        tested.gateway().sendWebhooks(orchestrator, ChaosSystem.WEBHOOK_SECRET, mode, 1, 1);
        try {
            run.order("pm_charged_response_lost");
            tested.watchToTheEnd(run);
        } finally {
            tested.gateway().sendNoWebhooks();
        }
    }
}
