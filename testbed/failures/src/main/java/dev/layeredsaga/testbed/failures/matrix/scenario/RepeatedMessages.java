package dev.layeredsaga.testbed.failures.matrix.scenario;

import static dev.layeredsaga.testbed.failures.matrix.outcome.Range.atLeast;
import static dev.layeredsaga.testbed.failures.matrix.outcome.Range.exactly;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.testbed.failures.matrix.outcome.Case;
import dev.layeredsaga.testbed.failures.matrix.outcome.Expected;
import dev.layeredsaga.testbed.failures.matrix.system.MessageBus;
import dev.layeredsaga.testbed.failures.matrix.system.ScenarioRun;
import dev.layeredsaga.testbed.failures.matrix.system.TestSystem;
import java.time.Duration;
import java.util.List;

/** Messages come twice, under their own ids (a broker's repetition) or new ones (a sender's). */
public final class RepeatedMessages extends ScenarioGroup {

    private static final String METHOD = "pm_slow_then_ok";

    private static final Expected ONCE = Expected.confirmed();
    private static final Expected UNDONE = Expected.cancelled().calls(exactly(1), atLeast(0), exactly(1));

    private static final Case WHILE_IT_RUNS =
            Case.of("repeated-at-once", "every message so far twice, while it is being paid", ONCE);
    private static final Case AFTER_THE_END =
            Case.of("repeated-after-the-end", "every message twice, after the saga has ended", ONCE);
    private static final Case NEW_IDS =
            Case.of("resent-after-the-end", "every message again under a new id, after the end", ONCE);
    private static final Case OLD_REPLIES =
            Case.of("old-replies", "the answers to the first step again, while it is being paid", ONCE);
    private static final Case DO_AFTER_UNDO = Case.of(
            "resent-after-the-undo", "a cancelled order: every message again under a new id, after the end", UNDONE);

    public RepeatedMessages() {
        super(
                "Messages come twice",
                "Copies of an order's records on `orders.events`, `inventory.commands` and `saga.replies`, headers included,"
                        + " and its charge, which is no record of its own, as a command on `payment.commands`; the payment takes 3 s."
                        + " Nothing may happen twice, and what was undone may not be done again.",
                List.of(WHILE_IT_RUNS, OLD_REPLIES, AFTER_THE_END, NEW_IDS, DO_AFTER_UNDO));
    }

    @Override
    public void play(TestSystem tested, List<Case> chosen) {
        List<ScenarioRun> runs =
                chosen.stream().map(wanted -> begun(tested, wanted)).toList();
        tested.shop()
                .awaitEndOf(runs.stream().flatMap(run -> run.orders().stream()).toList(), Duration.ofSeconds(60));
        runs.forEach(run -> afterTheEnd(tested.mail(), run));
        tested.mail().awaitTakenIn();
        // what a repetition has caused is a message, too
        tested.mail().awaitTakenIn();
        runs.forEach(tested::watch);
    }

    /** One at a time, as a payment lasts no longer than its own order needs. */
    private static ScenarioRun begun(TestSystem tested, Case wanted) {
        ScenarioRun run = tested.begin(wanted);
        String order = run.order(METHOD);
        tested.shop().awaitStep(order, "pay");
        whileItIsPaid(tested, wanted, order);
        return run;
    }

    private static void whileItIsPaid(TestSystem tested, Case wanted, String order) {
        switch (wanted.name()) {
            case "repeated-at-once" -> repeatAll(tested.mail(), order);
            case "old-replies" ->
                tested.mail().about(order, Topics.SAGA_REPLIES).forEach(tested.mail()::repeatUnderNewId);
            case "resent-after-the-undo" -> {
                tested.gateway().awaitCalledFor(order);
                tested.shop().cancel(order);
            }
            default -> {
                // left alone until it has ended
            }
        }
    }

    private static void repeatAll(MessageBus mail, String order) {
        mail.about(order).forEach(mail::repeat);
        mail.charge(order, METHOD);
    }

    private static void afterTheEnd(MessageBus mail, ScenarioRun run) {
        String order = run.orders().getFirst();
        switch (run.played().name()) {
            case "repeated-after-the-end" -> repeatAll(mail, order);
            case "resent-after-the-end", "resent-after-the-undo" -> {
                mail.about(order).forEach(mail::repeatUnderNewId);
                mail.charge(order, METHOD);
            }
            default -> {
                // has had its repetitions
            }
        }
    }
}
