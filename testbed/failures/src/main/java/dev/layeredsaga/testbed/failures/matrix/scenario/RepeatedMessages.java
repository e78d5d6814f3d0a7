package dev.layeredsaga.testbed.failures.matrix.scenario;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.failures.fault.ForgedCommands;
import dev.layeredsaga.testbed.failures.fault.Messages;
import dev.layeredsaga.testbed.failures.matrix.outcome.Expected;
import dev.layeredsaga.testbed.failures.matrix.run.Case;
import dev.layeredsaga.testbed.failures.matrix.run.ScenarioGroup;
import dev.layeredsaga.testbed.failures.matrix.run.ScenarioRun;
import dev.layeredsaga.testbed.failures.matrix.run.TestSystem;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Messages come twice, under their own ids (a broker's repetition) or new ones (a sender's). */
public final class RepeatedMessages {

    private static final String METHOD = "pm_slow_then_ok";
    private static final List<String> TOPICS =
            List.of(Topics.ORDERS_EVENTS, Topics.INVENTORY_COMMANDS, Topics.SAGA_REPLIES);
    private static final Expected ONCE = Expected.confirmed();
    private static final Expected COMPENSATED = Expected.cancelled().calls("1 / ≥ 0 / 1");

    private RepeatedMessages() {}

    public static ScenarioGroup group() {
        return ScenarioGroup.oneByOne(
                "Messages come twice",
                "Copies of an order's records on `orders.events`, `inventory.commands` and `saga.replies`, headers included,"
                        + " and its charge, which is no record of its own, as a command on `payment.commands`; the payment takes 3 s."
                        + " Nothing may happen twice, and what was compensated may not be done again.",
                Case.of("repeated-at-once", "every message so far twice, while it is being paid")
                        .onAny(1, ONCE, (tested, run) -> repeat(tested, paying(tested, run), Messages::copy)),
                Case.of("old-replies", "the answers to the first step again, while it is being paid")
                        .onAny(1, ONCE, (tested, run) -> repeatReplies(tested, paying(tested, run))),
                Case.of("repeated-after-the-end", "every message twice, after the saga has ended")
                        .onAny(1, ONCE, (tested, run) -> repeat(tested, ended(tested, run), Messages::copy)),
                Case.of("resent-after-the-end", "every message again under a new id, after the end")
                        .onAny(1, ONCE, (tested, run) -> resend(tested, ended(tested, run))),
                Case.of("resent-when-cancelled", "a cancelled order: every message again under a new id, after the end")
                        .onAny(1, COMPENSATED, (tested, run) -> resend(tested, cancelled(tested, run))));
    }

    private static String paying(TestSystem tested, ScenarioRun run) {
        tested.orderAndPay(run, 1);
        return run.orders().getFirst();
    }

    private static String ended(TestSystem tested, ScenarioRun run) {
        String order = run.order(METHOD);
        tested.shop().awaitEndOf(List.of(order));
        return order;
    }

    private static String cancelled(TestSystem tested, ScenarioRun run) {
        String order = paying(tested, run);
        tested.awaitCharged(order);
        tested.shop().cancel(order);
        tested.shop().awaitEndOf(List.of(order));
        return order;
    }

    private static void resend(TestSystem tested, String order) {
        repeat(tested, order, Messages::copyUnderNewId);
    }

    private static void repeat(
            TestSystem tested,
            String order,
            Function<ConsumerRecord<String, String>, ProducerRecord<String, String>> copy) {
        List<ProducerRecord<String, String>> again = new ArrayList<>();
        tested.messages().about(order, TOPICS).forEach(message -> again.add(copy.apply(message)));
        again.add(ForgedCommands.charge(order, new Money(Shop.PRICE, "KRW"), METHOD));
        send(tested, order, again);
    }

    private static void repeatReplies(TestSystem tested, String order) {
        List<ConsumerRecord<String, String>> replies = tested.messages().about(order, List.of(Topics.SAGA_REPLIES));
        send(tested, order, replies.stream().map(Messages::copyUnderNewId).toList());
    }

    /** Returns once the order has ended and all is read, what a repetition has caused included. */
    private static void send(TestSystem tested, String order, List<ProducerRecord<String, String>> again) {
        tested.messages().send(again);
        tested.shop().awaitEndOf(List.of(order));
        tested.topics().awaitRead();
        tested.topics().awaitRead();
    }
}
