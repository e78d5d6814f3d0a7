package dev.layeredsaga.testbed.failures.matrix;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** One process is killed while an order stands at each step, and started again. */
final class KilledProcess implements Part {

    /** Longer than it takes to bring the other orders to where they have to be. */
    private static final Duration LONG_PAYMENT = Duration.ofSeconds(7);

    private static final Duration SHORT_PAYMENT = Duration.ofSeconds(2);

    private static final int MOST_TRIES = 3;
    private static final int CANCELLATION_ACCEPTED = 202;

    private final String victim;

    private KilledProcess(String victim) {
        this.victim = victim;
    }

    /** The orchestrator's orders need longest, and nobody else may be away for long meanwhile, so its turn comes late. */
    static List<Part> services() {
        return Stream.of("inventory-service", "order-service", "saga-orchestrator")
                .map(victim -> (Part) new KilledProcess(victim))
                .toList();
    }

    /** It forgets how often it was called, so its turn comes last, when nobody asks for that any more. */
    static Part gateway() {
        return new KilledProcess(OwnSystem.GATEWAY);
    }

    @Override
    public String title() {
        return "`kill -9`: " + victim;
    }

    @Override
    public String about() {
        return "An order stands at each step when the process dies; then it is started again. The inventory's steps are held by"
                + " keeping its outbox locked, the payment by a slow gateway."
                + (isGateway() ? " Its ledger survives in a file; its count of calls begins anew." : "");
    }

    @Override
    public List<Case> cases() {
        return Stream.of(Moment.values()).map(this::caseAt).toList();
    }

    private Case caseAt(Moment moment) {
        Expected expected = moment.expected(isGateway()).within(within(moment));
        return Case.of(
                        "killed-%s-%s".formatted(victim, moment.suffix()),
                        "it dies while the order " + moment.story(),
                        expected)
                .onOwnSystem();
    }

    private boolean isGateway() {
        return victim.equals(OwnSystem.GATEWAY);
    }

    /** A payment call that dies with the orchestrator is taken as under way until its lease is over, after 28 s. */
    private Bound within(Moment moment) {
        boolean leased = moment == Moment.PAY || moment == Moment.UNDO_PAY;
        return leased && victim.equals("saga-orchestrator")
                ? Bound.afterDeadline(Duration.ofSeconds(40))
                : Bound.within(Duration.ofSeconds(60));
    }

    @Override
    public void play(Stage stage, List<Case> chosen) {
        stage.own().awaitWell();
        if (isGateway()) {
            var unused = stage.awaitResults();
        }
        Map<Moment, Play> plays = killed(stage, chosen);
        plays.values().forEach(stage::watch);
        stage.own().process(victim).startAgain();
        stage.own().process(victim).awaitReady();
    }

    /** On a busy machine one order may have gone on before the last one stood where it should; then all begin anew. */
    private Map<Moment, Play> killed(Stage stage, List<Case> chosen) {
        for (int tries = 1; ; tries++) {
            try {
                return killedAtOnce(stage, chosen);
            } catch (ConditionTimeoutException e) {
                if (tries == MOST_TRIES) {
                    throw e;
                }
            }
        }
    }

    private Map<Moment, Play> killedAtOnce(Stage stage, List<Case> chosen) {
        Map<Moment, Play> plays = new EnumMap<>(Moment.class);
        for (Moment moment : Moment.values()) {
            if (chosen.contains(caseAt(moment))) {
                plays.put(moment, stage.begin(caseAt(moment)));
            }
        }
        beginPaying(stage, plays, LONG_PAYMENT, Moment.PAY, Moment.UNDO_PAY);
        beginPaying(stage, plays, SHORT_PAYMENT, Moment.CONFIRM, Moment.UNDO_RESERVE);
        stage.own().whileTheInventoryIsHeld(() -> killOnceAllStandStill(stage, plays));
        return plays;
    }

    /** Returns once the gateway is at it; it takes so long even if it is mended meanwhile. */
    private static void beginPaying(Stage stage, Map<Moment, Play> plays, Duration time, Moment... moments) {
        List<Play> paying =
                Stream.of(moments).filter(plays::containsKey).map(plays::get).toList();
        stage.gateway().takes(time);
        try {
            paying.forEach(play -> play.order("pm_ok"));
            stage.gateway().awaitStruck(paying.size());
        } finally {
            stage.gateway().mend();
        }
    }

    private void killOnceAllStandStill(Stage stage, Map<Moment, Play> plays) {
        plays.forEach((moment, play) -> {
            if (moment == Moment.RESERVE) {
                play.order("pm_ok");
            } else if (moment.isCancelled()) {
                cancel(stage, play);
            }
        });
        Awaitility.await("all to stand where they should")
                .atMost(LONG_PAYMENT)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> plays.entrySet().stream().allMatch(each -> stands(stage, each.getKey(), each.getValue())));
        stage.own().process(victim).kill();
    }

    private static void cancel(Stage stage, Play play) {
        int status = stage.shop().tryToCancel(play.orders().getFirst()).status();
        if (status != CANCELLATION_ACCEPTED) {
            throw new ConditionTimeoutException("too late to cancel " + play.orders() + ": " + status);
        }
    }

    private static boolean stands(Stage stage, Moment moment, Play play) {
        return stage.standingOf(play.orders().getFirst()).startsWith(moment.saga());
    }
}
