package dev.layeredsaga.console.overview;

import static dev.layeredsaga.console.Wording.count;
import static dev.layeredsaga.console.Wording.duration;

import dev.layeredsaga.console.ListAddress;
import dev.layeredsaga.console.TextFilter;
import dev.layeredsaga.console.overview.Overview.Finding;
import dev.layeredsaga.engine.kafka.SagaReplies;
import dev.layeredsaga.engine.query.UnfinishedSagas;
import dev.layeredsaga.engine.state.Pauses;
import dev.layeredsaga.engine.state.SagaStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds what is wrong in the numbers, and puts it into words. */
final class Findings {

    /** A message is sent within a fraction of a second, and a saga that is due is driven within one. */
    static final Duration LATE = Duration.ofSeconds(10);

    /** More than one poll takes. */
    static final long MANY_MESSAGES = 1_000;

    private static final String STUCK = "/console/sagas?status=STUCK";
    private static final String WAITING = "/console/sagas?waiting=true";
    private static final String COMPENSATED = "/console/sagas?status=COMPENSATED";

    private final Numbers numbers;
    private final Numbers.Measured meters;
    private final List<Finding> failing = new ArrayList<>();
    private final List<Finding> degraded = new ArrayList<>();

    private Findings(Numbers numbers) {
        this.numbers = numbers;
        this.meters = numbers.meters();
    }

    /** Returns the findings, the worst first; none if the system is healthy. */
    static List<Finding> in(Numbers numbers) {
        Findings findings = new Findings(numbers);
        findings.checkSagas();
        numbers.parts().stream().flatMap(part -> part.findings().stream()).forEach(findings::add);
        findings.checkMessages();
        List<Finding> all = new ArrayList<>(findings.failing);
        all.addAll(findings.degraded);
        return all;
    }

    private void checkSagas() {
        addStuck();
        for (Pauses.Pause pause : numbers.pauses()) {
            String what = pause.definition() + (pause.step() == null ? "" : ", step " + pause.step());
            String since = duration(Duration.between(pause.pausedAt(), numbers.time()));
            degraded(
                    "paused: " + what + ", for " + since + ", by " + pause.operator() + ": " + pause.reason(),
                    listOf("waiting", "true", pause.inWords()));
        }
        for (UnfinishedSagas.Group group : numbers.retrying()) {
            String text = inWords("retrying", group);
            if (group.on() == null) {
                degraded(text + ": no answer", null);
            } else {
                degraded(text, listOf("waiting", "true", group.on()));
            }
        }
        if (numbers.retrying().size() >= NumberReader.GROUPS) {
            degraded("perhaps further sagas retrying for other reasons", WAITING);
        }
        RecentSagas recent = RecentSagas.of(numbers.throughput(), numbers.time());
        recent.jumpOfCompensations().ifPresent(text -> degraded(text, COMPENSATED));
        recent.jumpOfLatency().ifPresent(text -> degraded(text, null));
        if (meters.lag().compareTo(LATE) > 0) {
            degraded("sagas that are due are driven " + duration(meters.lag()) + " late", null);
        }
    }

    private void checkMessages() {
        long refused = (long) meters.outboxStuck().orElse(0);
        if (refused > 0) {
            failing(count(refused, "message") + " cannot be sent: topic missing or forbidden, or refused", null);
        }
        if (meters.age().compareTo(LATE) > 0) {
            failing("the outbox's oldest message has waited for " + duration(meters.age()), null);
        }
        UnfinishedSagas.Group waiting = numbers.unanswered();
        if (waiting != null && meters.latestReplyAge().orElse(0) > LATE.toSeconds()) {
            degraded(inWords("waiting", waiting) + ": no reply on " + SagaReplies.TOPIC, null);
        }
        long lag = (long) meters.consumerLag().orElse(0);
        if (lag >= MANY_MESSAGES) {
            degraded(count(lag, "message") + " from other services not handled yet", null);
        }
        meters.openBreakers().forEach(name -> degraded("the circuit breaker of " + name + " is open", null));
    }

    private void addStuck() {
        long unnamed = numbers.sagas(SagaStatus.STUCK);
        for (UnfinishedSagas.Group group : numbers.stuck()) {
            failing(inWords("stuck", group), listOf("status", "STUCK", group.on()));
            unnamed -= group.sagas();
        }
        if (unnamed > 0) {
            failing(count(unnamed, "further saga") + " stuck for other reasons", STUCK);
        }
    }

    private static String inWords(String state, UnfinishedSagas.Group group) {
        String on = group.on() == null ? "" : ": " + group.on();
        return count(group.sagas(), "saga") + " " + state + " for " + duration(group.age()) + on;
    }

    /** Returns the list of the sagas of a group, as far as a filter's text may be long. */
    private static String listOf(String filter, String value, @Nullable String on) {
        String text = on == null ? "" : on.substring(0, Math.min(on.length(), TextFilter.LONGEST));
        return ListAddress.of("/console/sagas")
                .with(filter, value)
                .with("text", text)
                .toString();
    }

    private void failing(String text, @Nullable String href) {
        add(new Finding(true, text, href));
    }

    private void degraded(String text, @Nullable String href) {
        add(new Finding(false, text, href));
    }

    private void add(Finding finding) {
        (finding.failing() ? failing : degraded).add(finding);
    }
}
