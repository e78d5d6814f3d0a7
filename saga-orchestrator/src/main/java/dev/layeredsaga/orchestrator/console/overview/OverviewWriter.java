package dev.layeredsaga.orchestrator.console.overview;

import static dev.layeredsaga.orchestrator.console.Wording.count;
import static dev.layeredsaga.orchestrator.console.Wording.duration;

import dev.layeredsaga.engine.query.UnfinishedSagas;
import dev.layeredsaga.engine.state.SagaStatus;
import dev.layeredsaga.orchestrator.console.ListAddress;
import dev.layeredsaga.orchestrator.console.TextFilter;
import dev.layeredsaga.orchestrator.console.Wording;
import dev.layeredsaga.orchestrator.console.lock.LockPage;
import dev.layeredsaga.orchestrator.console.overview.Overview.Finding;
import dev.layeredsaga.orchestrator.console.overview.Overview.Tile;
import dev.layeredsaga.orchestrator.console.peer.PeerAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Puts the numbers into words and tiles. */
final class OverviewWriter {

    /** A message is sent within a fraction of a second, and a saga that is due is driven within one. */
    private static final Duration LATE = Duration.ofSeconds(10);

    private static final String STUCK = "/console/sagas?status=STUCK";
    private static final String REFUNDS = "/console/refunds";
    private static final String LETTERS = "/console/dead-letters?status=OPEN";
    private static final String LOCKS = "/console/locks";
    private static final String NOT_KNOWN = "?";
    /** More than one poll takes. */
    private static final long MANY_MESSAGES = 1_000;

    private final Numbers numbers;
    private final Numbers.Measured meters;

    OverviewWriter(Numbers numbers) {
        this.numbers = numbers;
        this.meters = numbers.meters();
    }

    Overview overview() {
        return new Overview(
                findings(),
                tiles(),
                ThroughputChart.of(numbers.throughput(), numbers.time()),
                Wording.time(numbers.time()));
    }

    private List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        addStuck(findings);
        if (meters.refundsOwed().orElse(0) > 0) {
            String owed = count((long) meters.refundsOwed().orElse(0), "refund");
            findings.add(new Finding(owed + " owed to customers and not given back yet", REFUNDS));
        }
        if (numbers.deadLetters() > 0) {
            findings.add(new Finding(count(numbers.deadLetters(), "dead letter") + " open", LETTERS));
        }
        if (meters.outboxStuck().orElse(0) > 0) {
            String messages = count((long) meters.outboxStuck().orElse(0), "message");
            findings.add(new Finding(messages + " cannot be sent: topic missing or forbidden, or refused", null));
        }
        if (meters.age().compareTo(LATE) > 0) {
            findings.add(new Finding("the outbox's oldest message has waited for " + duration(meters.age()), null));
        }
        if (meters.lag().compareTo(LATE) > 0) {
            findings.add(new Finding("sagas that are due are driven " + duration(meters.lag()) + " late", null));
        }
        if (meters.consumerLag().orElse(0) >= MANY_MESSAGES) {
            findings.add(new Finding(
                    count((long) meters.consumerLag().orElse(0), "message") + " from other services not handled yet",
                    null));
        }
        locksProblem().ifPresent(text -> findings.add(new Finding(text, LOCKS)));
        return findings;
    }

    private Optional<String> locksProblem() {
        PeerAnswer<LockPage> answer = numbers.locks();
        if (answer instanceof PeerAnswer.NotReachable<LockPage>) {
            return Optional.of("the inventory is " + answer.problem());
        }
        return answer == null
                ? Optional.empty()
                : answer.known()
                        .filter(OverviewWriter::isDegraded)
                        .map(locks -> "locks are degraded: " + locks.rlocksInWords());
    }

    private static boolean isDegraded(LockPage locks) {
        return locks.rlocks().equals("DEGRADED") || locks.rlocks().equals("UNREADABLE");
    }

    private void addStuck(List<Finding> findings) {
        long unnamed = numbers.sagas(SagaStatus.STUCK);
        for (UnfinishedSagas.Stuck group : numbers.stuck()) {
            String on = group.on() == null ? "" : ": " + group.on();
            findings.add(new Finding(
                    count(group.sagas(), "saga") + " stuck for " + duration(group.age()) + on, listOf(group.on())));
            unnamed -= group.sagas();
        }
        if (unnamed > 0) {
            findings.add(new Finding(count(unnamed, "further saga") + " stuck for other reasons", STUCK));
        }
    }

    /** Returns the list of the sagas that are stuck on this, as far as a filter's text may be long. */
    private static String listOf(@Nullable String on) {
        String text = on == null ? "" : on.substring(0, Math.min(on.length(), TextFilter.LONGEST));
        return ListAddress.of("/console/sagas")
                .with("status", "STUCK")
                .with("text", text)
                .toString();
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
                        REFUNDS,
                        meters.refundsOwed().orElse(0) > 0),
                oldest(),
                new Tile(
                        "outbox",
                        "Outbox",
                        whole(meters.outboxUnsent()),
                        "messages not sent, the oldest for " + duration(meters.age()),
                        null,
                        meters.age().compareTo(LATE) > 0 || meters.outboxStuck().orElse(0) > 0),
                new Tile(
                        "consumer-lag",
                        "Consumer lag",
                        whole(meters.consumerLag()),
                        "messages from other services, not handled yet",
                        null,
                        meters.consumerLag().orElse(0) >= MANY_MESSAGES),
                locks(),
                new Tile(
                        "dead-letters",
                        "Dead letters",
                        String.valueOf(numbers.deadLetters()),
                        "open: messages that could not be handled",
                        LETTERS,
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
        String value = locks == null ? NOT_KNOWN : isDegraded(locks) ? "degraded" : "well";
        String hint =
                answer == null ? "asking the inventory" : locks == null ? answer.problem() : locks.rlocksInWords();
        return new Tile(
                "locks",
                "Locks",
                value,
                hint.isEmpty() ? "RLocks in Redis" : hint,
                LOCKS,
                locks != null && isDegraded(locks));
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
