package dev.layeredsaga.testbed.failures.matrix.scenario;

import static dev.layeredsaga.testbed.failures.fault.ForgedCommands.command;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.failures.fault.ForgedCommands;
import dev.layeredsaga.testbed.failures.fault.Poison;
import dev.layeredsaga.testbed.failures.matrix.outcome.Expected;
import dev.layeredsaga.testbed.failures.matrix.run.Case;
import dev.layeredsaga.testbed.failures.matrix.run.ScenarioGroup;
import dev.layeredsaga.testbed.failures.matrix.run.ScenarioRun;
import dev.layeredsaga.testbed.failures.matrix.run.TestSystem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Messages that no service sends: a compensation before its step, a forged reply, and what cannot be read. */
public final class ForeignMessages {

    private static final List<String> READ =
            List.of(Topics.ORDERS_EVENTS, Topics.INVENTORY_COMMANDS, Topics.PAYMENT_COMMANDS, Topics.SAGA_REPLIES);

    private static final String FORGED =
            "a forged `ChargeCaptured` for an order whose payment (`pm_timeout_not_charged`) was not taken";
    private static final String LONG_ID = "an id of 4,000 characters, which no index of PostgreSQL's takes";
    private static final String LARGE = "rubbish of 900 kB, too large for a dead letter with its reason";

    private ForeignMessages() {}

    public static ScenarioGroup group() {
        return ScenarioGroup.atOnce(
                "Messages come in the wrong order, or cannot be read",
                "A compensation leaves a tombstone, so that what it compensates is refused when it comes later; no order stands behind those"
                        + " messages. A reply is accepted only if it proves that it answers a command. What cannot be read goes to the topic's dead letters, and what is behind it goes on.",
                Case.of("release-before-reserve", "`ReleaseClaim` overtakes its `ClaimStock`")
                        .onAny(1, Expected.nothing(), ForeignMessages::releaseFirst),
                Case.of("refund-before-charge", "`RefundPayment` overtakes its `ChargePayment`")
                        .onAny(1, Expected.nothing(), ForeignMessages::refundFirst),
                Case.of("forged-capture", FORGED)
                        .onAny(1, Expected.unavailable().calls("≥ 1 / ≥ 1 / 0"), ForeignMessages::forgeCapture),
                poisoned("poison", "something that cannot be read, and good messages behind it", Poison.RUBBISH),
                poisoned("poison-long-id", LONG_ID, Poison.LONG_ID),
                poisoned("poison-large", LARGE, Poison.LARGE),
                poisoned("poison-bomb", "a few kB that unpack to 3 MB", Poison.BOMB));
    }

    private static void releaseFirst(TestSystem tested, ScenarioRun run) {
        String saga = UUID.randomUUID().toString();
        run.notes(saga);
        String attempt = ForgedCommands.attempt(saga, "reserve");
        String claim = "{%s, \"lines\": [{\"sku\": \"%s\", \"quantity\": 1}], \"ttl\": \"PT5M\"}"
                .formatted(attempt, run.sku());
        sendInTurn(
                tested,
                command(Topics.INVENTORY_COMMANDS, "ReleaseClaim", saga, "{%s}".formatted(attempt)),
                command(Topics.INVENTORY_COMMANDS, "ClaimStock", saga, claim));
    }

    private static void refundFirst(TestSystem tested, ScenarioRun run) {
        String saga = UUID.randomUUID().toString();
        run.notes(saga);
        String attempt = ForgedCommands.attempt(saga, "pay");
        sendInTurn(
                tested,
                command(Topics.PAYMENT_COMMANDS, "RefundPayment", saga, "{%s}".formatted(attempt)),
                ForgedCommands.charge(saga, new Money(Shop.PRICE, "KRW"), "pm_ok"));
    }

    @SafeVarargs
    private static void sendInTurn(TestSystem tested, ProducerRecord<String, String>... messages) {
        for (ProducerRecord<String, String> message : messages) {
            tested.messages().send(List.of(message));
        }
        tested.topics().awaitRead();
    }

    private static void forgeCapture(TestSystem tested, ScenarioRun run) {
        String order = run.order("pm_timeout_not_charged");
        tested.awaitStanding(order, SagaPoint.PAY.saga());
        String capture = "{%s, \"paymentId\": \"pay_forged\", \"amount\": {\"amount\": %d, \"currency\": \"KRW\"}}"
                .formatted(ForgedCommands.attempt(order, "pay"), Shop.PRICE);
        tested.messages().send(List.of(command(Topics.SAGA_REPLIES, "ChargeCaptured", order, capture)));
    }

    private static Case poisoned(String name, String what, Poison kind) {
        return Case.of(name, "on every partition " + what)
                .onAny(3, Expected.confirmed(), (tested, run) -> poison(kind, tested, run));
    }

    private static void poison(Poison kind, TestSystem tested, ScenarioRun run) {
        Map<String, Integer> before = new HashMap<>();
        for (String topic : READ) {
            before.put(topic, tested.messages().deadLettersOf(List.of(topic)));
            int partitions = tested.topics().partitions(topic);
            for (int partition = 0; partition < partitions; partition++) {
                ProducerRecord<String, String> record = kind.on(topic);
                tested.messages()
                        .send(List.of(new ProducerRecord<>(
                                topic, partition, record.key(), record.value(), record.headers())));
            }
        }
        run.orderAll("pm_ok");
        tested.topics().awaitRead();
        if (kind == Poison.RUBBISH) {
            before.forEach((topic, count) -> run.remarkUnless(
                    tested.messages().deadLettersOf(List.of(topic)) > count, "no dead letter of " + topic));
        }
    }
}
