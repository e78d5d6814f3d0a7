package dev.layeredsaga.testbed.failures.matrix;

import static dev.layeredsaga.testbed.failures.matrix.Range.atLeast;
import static dev.layeredsaga.testbed.failures.matrix.Range.exactly;

import dev.layeredsaga.messaging.Topics;
import java.time.Duration;
import java.util.List;

/** Messages come twice, under their own ids (a broker's repetition) or new ones (a sender's). */
final class RepeatedMessages implements Part {

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

    @Override
    public String title() {
        return "Messages come twice";
    }

    @Override
    public String about() {
        return "Copies of an order's records on `orders.events`, `inventory.commands` and `saga.replies`, headers included,"
                + " and its charge, which is no record of its own, as a command on `payment.commands`; the payment takes 3 s."
                + " Nothing may happen twice, and what was undone may not be done again.";
    }

    @Override
    public List<Case> cases() {
        return List.of(WHILE_IT_RUNS, OLD_REPLIES, AFTER_THE_END, NEW_IDS, DO_AFTER_UNDO);
    }

    @Override
    public void play(Stage stage, List<Case> chosen) {
        List<Play> plays = chosen.stream().map(wanted -> begun(stage, wanted)).toList();
        stage.shop()
                .awaitEndOf(
                        plays.stream().flatMap(play -> play.orders().stream()).toList(), Duration.ofSeconds(60));
        plays.forEach(play -> afterTheEnd(stage.mail(), play));
        stage.mail().awaitTakenIn();
        // what a repetition has caused is a message, too
        stage.mail().awaitTakenIn();
        plays.forEach(stage::watch);
    }

    /** One at a time, as a payment lasts no longer than its own order needs. */
    private static Play begun(Stage stage, Case wanted) {
        Play play = stage.begin(wanted);
        String order = play.order(METHOD);
        stage.shop().awaitStep(order, "pay");
        whileItIsPaid(stage, wanted, order);
        return play;
    }

    private static void whileItIsPaid(Stage stage, Case wanted, String order) {
        switch (wanted.name()) {
            case "repeated-at-once" -> repeatAll(stage.mail(), order);
            case "old-replies" ->
                stage.mail().about(order, Topics.SAGA_REPLIES).forEach(stage.mail()::repeatUnderNewId);
            case "resent-after-the-undo" -> {
                stage.gateway().awaitCalledFor(order);
                stage.shop().cancel(order);
            }
            default -> {
                // left alone until it has ended
            }
        }
    }

    private static void repeatAll(Mail mail, String order) {
        mail.about(order).forEach(mail::repeat);
        mail.charge(order, METHOD);
    }

    private static void afterTheEnd(Mail mail, Play play) {
        String order = play.orders().getFirst();
        switch (play.played().name()) {
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
