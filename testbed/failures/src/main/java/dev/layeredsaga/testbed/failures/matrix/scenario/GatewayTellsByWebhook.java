package dev.layeredsaga.testbed.failures.matrix.scenario;

import static dev.layeredsaga.testbed.failures.matrix.outcome.Range.atLeast;
import static dev.layeredsaga.testbed.failures.matrix.outcome.Range.exactly;

import dev.layeredsaga.testbed.failures.matrix.outcome.Case;
import dev.layeredsaga.testbed.failures.matrix.outcome.Expected;
import dev.layeredsaga.testbed.failures.matrix.system.OwnSystem;
import dev.layeredsaga.testbed.failures.matrix.system.ScenarioRun;
import dev.layeredsaga.testbed.failures.matrix.system.TestSystem;
import java.util.List;
import java.util.Locale;

/** The payment's own answer is lost, and the gateway tells of it by webhook, as well or badly as webhooks come. */
public final class GatewayTellsByWebhook extends ScenarioGroup {

    private static final String PREFIX = "webhook-";

    public GatewayTellsByWebhook() {
        super(
                "The gateway tells by webhook",
                "`PUT /webhooks` with the delivery, then one order with `pm_charged_response_lost`. With or without them the outcome"
                        + " is the same; without, the gateway has to be asked.",
                List.of(
                        told("on-time", "at once"),
                        told("late", "after 3 s"),
                        told("duplicated", "twice"),
                        told("before-response", "before the (lost) response"),
                        told("out-of-order", "held back for an event that does not come"),
                        told("lost", "never")));
    }

    private static Case told(String delivery, String when) {
        Expected confirmed = Expected.confirmed().calls(exactly(1), atLeast(0), exactly(0));
        return Case.of(PREFIX + delivery, "captured, the answer is lost, and the webhook comes " + when, confirmed)
                .onOwnSystem();
    }

    @Override
    public void play(TestSystem tested, List<Case> chosen) {
        try {
            for (Case wanted : chosen) {
                play(tested, wanted);
            }
        } finally {
            tested.gateway().tellsNobody();
        }
    }

    private static void play(TestSystem tested, Case wanted) {
        String delivery =
                wanted.name().substring(PREFIX.length()).replace('-', '_').toUpperCase(Locale.ROOT);
        tested.gateway().tells(tested.own().webhooks(), OwnSystem.WEBHOOK_SECRET, delivery);
        ScenarioRun run = tested.begin(wanted);
        run.order("pm_charged_response_lost");
        tested.watchToTheEnd(run);
    }
}
