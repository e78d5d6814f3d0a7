package dev.layeredsaga.orchestrator.console.overview;

import static dev.layeredsaga.orchestrator.console.Wording.count;
import static dev.layeredsaga.orchestrator.console.Wording.duration;

import dev.layeredsaga.engine.SagaStatus;
import dev.layeredsaga.engine.UnfinishedSagas;
import dev.layeredsaga.orchestrator.console.Wording;
import dev.layeredsaga.orchestrator.console.overview.Overview.Finding;
import dev.layeredsaga.orchestrator.console.overview.Overview.Tile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Puts the numbers into words and tiles. */
final class OverviewWriter {

    /** A message is sent within a fraction of a second, and a saga that is due is driven within one. */
    private static final Duration LATE = Duration.ofSeconds(10);

    private static final String STUCK = "/console/sagas?status=STUCK";
    private static final String REFUNDS = "/console/refunds";
    private static final String LETTERS = "/console/dead-letters?status=OPEN";
    private static final String NOT_KNOWN = "?";

    private final Numbers numbers;
    private final Numbers.Measured meters;

    OverviewWriter(Numbers numbers) {
        this.numbers = numbers;
        this.meters = numbers.meters();
    }

    Overview overview() {
        return new Overview(findings(), tiles(), Wording.time(numbers.time()));
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
        return findings;
    }

    private void addStuck(List<Finding> findings) {
        long unnamed = numbers.sagas(SagaStatus.STUCK);
        for (UnfinishedSagas.Stuck group : numbers.stuck()) {
            String on = group.on() == null ? "" : ": " + group.on();
            findings.add(new Finding(count(group.sagas(), "saga") + " stuck for " + duration(group.age()) + on, STUCK));
            unnamed -= group.sagas();
        }
        if (unnamed > 0) {
            findings.add(new Finding(count(unnamed, "further saga") + " stuck for other reasons", STUCK));
        }
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
