package dev.layeredsaga.testbed.failures.matrix.scenario;

import static dev.layeredsaga.testbed.failures.matrix.outcome.Range.atLeast;
import static dev.layeredsaga.testbed.failures.matrix.outcome.Range.exactly;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.failures.fault.ForgedCommands;
import dev.layeredsaga.testbed.failures.fault.Poison;
import dev.layeredsaga.testbed.failures.matrix.outcome.Case;
import dev.layeredsaga.testbed.failures.matrix.outcome.Expected;
import dev.layeredsaga.testbed.failures.matrix.system.MessageBus;
import dev.layeredsaga.testbed.failures.matrix.system.ScenarioRun;
import dev.layeredsaga.testbed.failures.matrix.system.TestSystem;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.awaitility.Awaitility;

/** Messages that nobody sent like that: an undo before what it undoes, a forged reply, and what cannot be read. */
public final class ForeignMessages extends ScenarioGroup {

    private static final Case RELEASE_FIRST =
            Case.of("release-before-reserve", "`ReleaseClaim` overtakes its `ClaimStock`", Expected.nothing());
    private static final Case REFUND_FIRST =
            Case.of("refund-before-charge", "`RefundPayment` overtakes its `ChargePayment`", Expected.nothing());
    private static final Case CAPTURE_FORGED = Case.of(
            "forged-capture",
            "a forged `ChargeCaptured` for an order whose payment (`pm_timeout_not_charged`) was not taken",
            Expected.unavailable().calls(atLeast(1), atLeast(1), exactly(0)));
    private static final Case POISON = Case.of(
                    "poison",
                    "on every partition something that nobody can read, and good messages behind it",
                    Expected.confirmed())
            .withOrders(3);

    private static final Map<String, Poison> POISONS =
            Map.of("poison-long-id", Poison.LONG_ID, "poison-large", Poison.LARGE, "poison-bomb", Poison.BOMB);
    private static final Case LONG_ID = poisoned(
            "poison-long-id", "on every partition an id of 4,000 characters, which no index of PostgreSQL's takes");
    private static final Case LARGE = poisoned(
            "poison-large", "on every partition rubbish of 900 kB, too large for a dead letter with its reason");
    private static final Case BOMB = poisoned("poison-bomb", "on every partition a few kB that unpack to 3 MB");

    private static Case poisoned(String name, String description) {
        return Case.of(name, description, Expected.confirmed()).withOrders(3);
    }

    public ForeignMessages() {
        super(
                "Messages come in the wrong order, or cannot be read",
                "An undo leaves a tombstone, so that what it undoes is refused when it comes later; no order stands behind those"
                        + " messages. A reply is believed only if it proves that it answers a command. What cannot be read goes to the topic's dead letters, and what is behind it goes on.",
                List.of(RELEASE_FIRST, REFUND_FIRST, CAPTURE_FORGED, POISON, LONG_ID, LARGE, BOMB));
    }

    @Override
    public void play(TestSystem tested, List<Case> chosen) {
        for (Case wanted : chosen) {
            ScenarioRun run = tested.begin(wanted);
            switch (wanted.name()) {
                case "release-before-reserve" -> releaseFirst(tested.mail(), run);
                case "refund-before-charge" -> refundFirst(tested.mail(), run);
                case "forged-capture" -> forgeCapture(tested, run);
                case "poison" -> poison(tested.mail(), run);
                default -> poison(tested.mail(), run, Objects.requireNonNull(POISONS.get(wanted.name())));
            }
            tested.watch(run);
        }
    }

    private static void releaseFirst(MessageBus mail, ScenarioRun run) {
        String saga = UUID.randomUUID().toString();
        run.notes(saga);
        String attempt = ForgedCommands.attempt(saga, "reserve");
        mail.command(Topics.INVENTORY_COMMANDS, "ReleaseClaim", saga, "{%s}".formatted(attempt));
        mail.command(
                Topics.INVENTORY_COMMANDS,
                "ClaimStock",
                saga,
                "{%s, \"lines\": [{\"sku\": \"%s\", \"quantity\": 1}], \"ttl\": \"PT5M\"}"
                        .formatted(attempt, run.sku()));
        mail.awaitTakenIn();
    }

    private static void refundFirst(MessageBus mail, ScenarioRun run) {
        String saga = UUID.randomUUID().toString();
        run.notes(saga);
        mail.command(
                Topics.PAYMENT_COMMANDS, "RefundPayment", saga, "{%s}".formatted(ForgedCommands.attempt(saga, "pay")));
        mail.charge(saga, "pm_ok");
        mail.awaitTakenIn();
    }

    private static void forgeCapture(TestSystem tested, ScenarioRun run) {
        String order = run.order("pm_timeout_not_charged");
        Awaitility.await("the order to be paid")
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> tested.standingOf(order).startsWith(SagaPoint.PAY.saga()));
        tested.mail()
                .command(
                        Topics.SAGA_REPLIES,
                        "ChargeCaptured",
                        order,
                        "{%s, \"paymentId\": \"pay_forged\", \"amount\": {\"amount\": %d, \"currency\": \"KRW\"}}"
                                .formatted(ForgedCommands.attempt(order, "pay"), Shop.PRICE));
    }

    private static void poison(MessageBus mail, ScenarioRun run) {
        Map<String, Integer> before = new HashMap<>();
        for (String topic : MessageBus.TAKEN_IN) {
            before.put(topic, mail.deadLettersOf(topic));
            mail.poison(topic, Poison.RUBBISH);
        }
        run.orderAll("pm_ok");
        mail.awaitTakenIn();
        before.forEach((topic, count) -> {
            if (mail.deadLettersOf(topic) <= count) {
                run.remark("no dead letter of " + topic);
            }
        });
    }

    private static void poison(MessageBus mail, ScenarioRun run, Poison kind) {
        for (String topic : MessageBus.TAKEN_IN) {
            mail.poison(topic, kind);
        }
        run.orderAll("pm_ok");
        mail.awaitTakenIn();
    }
}
