package dev.layeredsaga.orchestrator.console.overview;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.engine.SagaPauses;
import dev.layeredsaga.engine.query.UnfinishedSagas;
import dev.layeredsaga.orchestrator.console.lock.LockHealth;
import dev.layeredsaga.orchestrator.deadletter.LetterFilter;
import dev.layeredsaga.orchestrator.deadletter.LetterQueries;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import org.springframework.stereotype.Component;

/** Reads the first screen's numbers. Thread-safe. */
@Component
record NumberReader(
        UnfinishedSagas sagas,
        SagaPauses pauses,
        LetterQueries letters,
        MeterRegistry meters,
        ThroughputReader history,
        LockHealth locks) {

    /** So many groups of sagas at most; there may be more. */
    static final int GROUPS = 10;
    /** Half open, a breaker may stay for as long as nobody calls. */
    private static final Set<String> OPEN = Set.of("open", "forced_open");

    private static final LetterFilter ALL_LETTERS = new LetterFilter(null, null, null, null, null, null, null);

    Numbers read(Instant now) {
        return new Numbers(
                now,
                sagas.counts(),
                sagas.oldest().orElse(null),
                sagas.stuck(GROUPS),
                sagas.retrying(Findings.LATE, GROUPS),
                sagas.unanswered(Findings.LATE).orElse(null),
                pauses.inForce(),
                letters.countOpen(ALL_LETTERS, null),
                new Numbers.Measured(
                        sum("payment.refunds.owed"),
                        sum("outbox.unsent"),
                        sum("outbox.oldest.age"),
                        sum("outbox.stuck"),
                        sum("saga.due.lag"),
                        sum("messaging.consumer.lag"),
                        sum("messages.latest.age", "topic", Topics.SAGA_REPLIES),
                        openBreakers()),
                history.read(now),
                locks.last().orElse(null));
    }

    private List<String> openBreakers() {
        return meters.find("resilience4j.circuitbreaker.state").gauges().stream()
                .filter(gauge ->
                        OPEN.contains(Objects.requireNonNullElse(gauge.getId().getTag("state"), "")))
                .filter(gauge -> gauge.value() > 0)
                .map(gauge -> Objects.requireNonNullElse(gauge.getId().getTag("name"), ""))
                .distinct()
                .sorted()
                .toList();
    }

    /** Returns the sum over a gauge's tags; a gauge has no value before its first query and while that fails. */
    private OptionalDouble sum(String name, String... tags) {
        Collection<Gauge> gauges = meters.find(name).tags(tags).gauges();
        double sum = gauges.stream().mapToDouble(Gauge::value).sum();
        return gauges.isEmpty() || Double.isNaN(sum) ? OptionalDouble.empty() : OptionalDouble.of(sum);
    }
}
