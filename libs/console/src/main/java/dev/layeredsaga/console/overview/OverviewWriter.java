package dev.layeredsaga.console.overview;

import static dev.layeredsaga.console.Wording.duration;

import dev.layeredsaga.console.overview.Overview.Tile;
import dev.layeredsaga.engine.query.UnfinishedSagas;
import dev.layeredsaga.engine.state.SagaStatus;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Puts the numbers into words and tiles. */
final class OverviewWriter {

    private final Numbers numbers;
    private final Numbers.Measured meters;

    OverviewWriter(Numbers numbers) {
        this.numbers = numbers;
        this.meters = numbers.meters();
    }

    Overview overview() {
        return new Overview(
                Findings.in(numbers),
                tiles(),
                ThroughputChart.of(numbers.throughput(), numbers.time()),
                numbers.time());
    }

    private List<Tile> tiles() {
        Stream<Tile> own = Stream.of(
                sagas(10, "running", SagaStatus.RUNNING, "going forward", false),
                sagas(20, "compensating", SagaStatus.COMPENSATING, "rolling back", false),
                sagas(30, "stuck", SagaStatus.STUCK, "need an operator", true),
                new Tile(
                        40,
                        "waiting",
                        "Waiting",
                        String.valueOf(numbers.waiting()),
                        "running, and say what for",
                        "/console/sagas?status=RUNNING&waiting=true",
                        false),
                oldest(),
                new Tile(
                        70,
                        "outbox",
                        "Outbox",
                        Gauges.whole(meters.outboxUnsent()),
                        "messages not sent, the oldest for " + duration(meters.age()),
                        null,
                        meters.age().compareTo(Findings.LATE) > 0
                                || meters.outboxStuck().orElse(0) > 0),
                new Tile(
                        80,
                        "consumer-lag",
                        "Consumer lag",
                        Gauges.whole(meters.consumerLag()),
                        "messages from other services, not handled yet",
                        null,
                        meters.consumerLag().orElse(0) >= Findings.MANY_MESSAGES));
        return Stream.concat(own, numbers.parts().stream().flatMap(part -> part.tiles().stream()))
                .sorted(Comparator.comparingInt(Tile::place))
                .toList();
    }

    private Tile sagas(int place, String id, SagaStatus status, String hint, boolean alarmingIfAny) {
        long sagas = numbers.sagas(status);
        String label = id.substring(0, 1).toUpperCase(Locale.ROOT) + id.substring(1);
        String href = "/console/sagas?status=" + status;
        return new Tile(place, id, label, String.valueOf(sagas), hint, href, alarmingIfAny && sagas > 0);
    }

    private Tile oldest() {
        UnfinishedSagas.Oldest oldest = numbers.oldest();
        return oldest == null
                ? new Tile(60, "oldest", "Oldest saga", "none", "all have ended", null, false)
                : new Tile(
                        60,
                        "oldest",
                        "Oldest saga",
                        duration(oldest.age()),
                        "since it was begun",
                        "/console/sagas/" + oldest.id(),
                        false);
    }
}
