package dev.layeredsaga.orchestrator.console.overview;

import static dev.layeredsaga.orchestrator.console.Wording.duration;

import dev.layeredsaga.engine.query.UnfinishedSagas;
import dev.layeredsaga.engine.state.SagaStatus;
import dev.layeredsaga.orchestrator.console.lock.LockPage;
import dev.layeredsaga.orchestrator.console.overview.Overview.Tile;
import dev.layeredsaga.orchestrator.console.peer.PeerAnswer;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Puts the numbers into words and tiles. */
final class OverviewWriter {

    private static final String NOT_KNOWN = "?";

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
        return List.of(
                sagas("running", SagaStatus.RUNNING, "on their way forward", false),
                sagas("compensating", SagaStatus.COMPENSATING, "being undone", false),
                sagas("stuck", SagaStatus.STUCK, "need a person", true),
                new Tile(
                        "waiting",
                        "Waiting",
                        String.valueOf(numbers.waiting()),
                        "running, and say what for",
                        "/console/sagas?status=RUNNING&waiting=true",
                        false),
                new Tile(
                        "refunds",
                        "Refunds owed",
                        whole(meters.refundsOwed()),
                        "after the saga has ended",
                        Findings.REFUNDS,
                        meters.refundsOwed().orElse(0) > 0),
                oldest(),
                new Tile(
                        "outbox",
                        "Outbox",
                        whole(meters.outboxUnsent()),
                        "messages not sent, the oldest for " + duration(meters.age()),
                        null,
                        meters.age().compareTo(Findings.LATE) > 0
                                || meters.outboxStuck().orElse(0) > 0),
                new Tile(
                        "consumer-lag",
                        "Consumer lag",
                        whole(meters.consumerLag()),
                        "messages from other services, not handled yet",
                        null,
                        meters.consumerLag().orElse(0) >= Findings.MANY_MESSAGES),
                locks(),
                new Tile(
                        "dead-letters",
                        "Dead letters",
                        String.valueOf(numbers.deadLetters()),
                        "open: messages that could not be handled",
                        Findings.LETTERS,
                        numbers.deadLetters() > 0));
    }

    private Tile sagas(String id, SagaStatus status, String hint, boolean alarmingIfAny) {
        long sagas = numbers.sagas(status);
        String label = id.substring(0, 1).toUpperCase(Locale.ROOT) + id.substring(1);
        String href = "/console/sagas?status=" + status;
        return new Tile(id, label, String.valueOf(sagas), hint, href, alarmingIfAny && sagas > 0);
    }

    private Tile locks() {
        PeerAnswer<LockPage> answer = numbers.locks();
        LockPage locks = answer == null ? null : answer.known().orElse(null);
        String value = locks == null ? NOT_KNOWN : Findings.isDegraded(locks) ? "degraded" : "well";
        String hint =
                answer == null ? "asking the inventory" : locks == null ? answer.problem() : locks.rlocksInWords();
        return new Tile(
                "locks",
                "Locks",
                value,
                hint.isEmpty() ? "RLocks in Redis" : hint,
                Findings.LOCKS,
                locks != null && Findings.isDegraded(locks));
    }

    private Tile oldest() {
        UnfinishedSagas.Oldest oldest = numbers.oldest();
        return oldest == null
                ? new Tile("oldest", "Oldest saga", "none", "all have ended", null, false)
                : new Tile(
                        "oldest",
                        "Oldest saga",
                        duration(oldest.age()),
                        "since it was begun",
                        "/console/sagas/" + oldest.id(),
                        false);
    }

    private static String whole(OptionalDouble value) {
        return value.isEmpty() ? NOT_KNOWN : String.valueOf(Math.round(value.getAsDouble()));
    }
}
