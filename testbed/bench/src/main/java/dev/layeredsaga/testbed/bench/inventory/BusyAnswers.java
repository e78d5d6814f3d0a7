package dev.layeredsaga.testbed.bench.inventory;

import static dev.layeredsaga.testbed.bench.measure.Percentiles.inWords;
import static java.util.Locale.ROOT;

import dev.layeredsaga.testbed.bench.measure.Clients;
import dev.layeredsaga.testbed.bench.measure.Contest;
import dev.layeredsaga.testbed.bench.measure.Contest.Entrant;
import dev.layeredsaga.testbed.bench.measure.Table;
import dev.layeredsaga.testbed.bench.service.ClaimAnswer;
import dev.layeredsaga.testbed.bench.service.ClaimAnswer.Refused;
import dev.layeredsaga.testbed.bench.service.InventoryClient;
import java.time.Duration;

/** Measures how fast 64 clients get the answer that a seat is taken. */
final class BusyAnswers {

    private static final Duration HOW_LONG = Duration.ofSeconds(2);
    private static final int A_LONG_TIME_SECONDS = 3600;

    private final Contest<Loads> contest = new Contest<>();

    private record Loads(Load most, Load leisurely) {}

    BusyAnswers(Seat seat) {
        enter("RLock, then look; no HTTP", seat::lockAndLook);
        enter("look; no HTTP", seat::look);
    }

    void enter(HostedProvider provider) throws Exception {
        InventoryClient inventory = provider.client();
        inventory.putItem("taken-seat", 1, "EXCLUSIVE");
        inventory.claim("somebody", "taken-seat", A_LONG_TIME_SECONDS);
        enter("POST /claims, " + provider.name(), () -> requireBusy(inventory.claim("me", "taken-seat", 60)));
    }

    private void enter(String title, Clients.Call ask) {
        contest.enter(title, () -> new Loads(Load.flatOut(HOW_LONG, ask), Load.paced(HOW_LONG, ask)));
    }

    private static void requireBusy(ClaimAnswer answer) {
        if (!(answer instanceof Refused refused && refused.isBusy())) {
            throw new IllegalStateException("not busy: " + answer);
        }
    }

    Table measure(int rounds) throws Exception {
        contest.run(rounds);
        Table table = new Table(
                "who asks how",
                "answers/s",
                "ratio",
                "p50 ms",
                "p99 ms",
                "paced: answers/s",
                "p50 ms",
                "p99 ms",
                "ratio of p99");
        contest.entrants().forEach(entrant -> add(table, entrant));
        return table;
    }

    private void add(Table table, Entrant<Loads> asking) {
        table.row(
                asking.title(),
                "%,.0f".formatted(asking.median(loads -> loads.most().rate())),
                String.format(
                        ROOT,
                        "%.2f",
                        asking.ratioTo(contest.baseline(), loads -> loads.most().rate())),
                inWords(asking.median(loads -> loads.most().times().p50())),
                inWords(asking.median(loads -> loads.most().times().p99())),
                "%,.0f".formatted(asking.median(loads -> loads.leisurely().rate())),
                inWords(asking.median(loads -> loads.leisurely().times().p50())),
                inWords(asking.median(loads -> loads.leisurely().times().p99())),
                String.format(
                        ROOT,
                        "%.2f",
                        asking.ratioTo(
                                contest.baseline(),
                                loads -> loads.leisurely().times().p99())));
    }
}
