package dev.layeredsaga.testbed.bench.inventory;

import static dev.layeredsaga.testbed.bench.measure.Percentiles.inWords;
import static java.util.Locale.ROOT;

import dev.layeredsaga.testbed.bench.measure.Contest;
import dev.layeredsaga.testbed.bench.measure.Contest.Entrant;
import dev.layeredsaga.testbed.bench.measure.Percentiles;
import dev.layeredsaga.testbed.bench.measure.Table;
import java.time.Duration;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Measures the rate of claims granted and released when many clients contend for some items. */
final class Rounds {

    static final Goods MANY = new Goods("100 items, COUNTED", "many", 100, "COUNTED");
    private static final Goods SEATS = new Goods("100 items, EXCLUSIVE", "seat", 100, "EXCLUSIVE");
    private static final Goods HOT = new Goods("1 item, COUNTED", "hot", 1, "COUNTED");

    private static final Duration HOW_LONG = Duration.ofMillis(2500);

    private final Table table = new Table(
            "items, locks",
            "claims/s",
            "ratio",
            "claim, p50 ms",
            "p99 ms",
            "busy",
            "turned away",
            "conflicts",
            "section wait, p50 ms",
            "p99 ms",
            "section, p50 ms",
            "p99 ms");

    private record Figures(
            double rate,
            Percentiles claims,
            int busy,
            int turnedAway,
            double conflicts,
            Meters.Times waits,
            Meters.Times sections) {}

    Table measure(List<HostedProvider> providers, int rounds) throws Exception {
        for (Goods goods : List.of(MANY, SEATS, HOT)) {
            Contest<Figures> contest = new Contest<>();
            for (HostedProvider provider : providers) {
                goods.putInto(provider.client());
                contest.enter(goods.title() + ", " + provider.name(), () -> run(goods, provider));
            }
            contest.run(rounds);
            contest.entrants().forEach(entrant -> add(entrant, contest.baseline()));
        }
        return table;
    }

    private static Figures run(Goods goods, HostedProvider provider) throws Exception {
        Meters meters = provider.meters();
        double conflictsBefore = meters.conflicts();
        Buying buying = new Buying(provider.client(), goods);
        double seconds = buying.run(HOW_LONG);
        Percentiles claims = buying.granted();
        return new Figures(
                claims.count() / seconds,
                claims,
                buying.busy(),
                buying.turnedAway(),
                meters.conflicts() - conflictsBefore,
                meters.sectionWaits(),
                meters.sectionTimes());
    }

    private void add(Entrant<Figures> buying, Entrant<Figures> baseline) {
        table.row(
                buying.title(),
                "%,.0f".formatted(buying.median(Figures::rate)),
                String.format(ROOT, "%.2f", buying.ratioTo(baseline, Figures::rate)),
                millis(buying, figures -> figures.claims().p50()),
                millis(buying, figures -> figures.claims().p99()),
                count(buying, Figures::busy),
                count(buying, Figures::turnedAway),
                count(buying, Figures::conflicts),
                millis(buying, figures -> figures.waits().p50()),
                millis(buying, figures -> figures.waits().p99()),
                millis(buying, figures -> figures.sections().p50()),
                millis(buying, figures -> figures.sections().p99()));
    }

    private static String millis(Entrant<Figures> buying, ToDoubleFunction<Figures> figure) {
        return inWords(buying.median(figure));
    }

    /** Counts are of all rounds together. */
    private static String count(Entrant<Figures> buying, ToDoubleFunction<Figures> figure) {
        return "%,.0f".formatted(buying.rounds().stream().mapToDouble(figure).sum());
    }
}
