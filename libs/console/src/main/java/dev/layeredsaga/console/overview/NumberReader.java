package dev.layeredsaga.console.overview;

import dev.layeredsaga.engine.SagaPauses;
import dev.layeredsaga.engine.kafka.SagaReplies;
import dev.layeredsaga.engine.query.UnfinishedSagas;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import org.springframework.beans.factory.ObjectProvider;

/** Reads the first screen's numbers. Thread-safe. */
record NumberReader(
        UnfinishedSagas sagas,
        SagaPauses pauses,
        MeterRegistry meters,
        ThroughputReader history,
        ObjectProvider<OverviewPart> parts) {

    /** So many groups of sagas at most; there may be more. */
    static final int GROUPS = 10;
    /** Half open, a breaker may stay for as long as there are no calls. */
    private static final Set<String> OPEN = Set.of("open", "forced_open");

    Numbers read(Instant now) {
        return new Numbers(
                now,
                sagas.counts(),
                sagas.oldest().orElse(null),
                sagas.stuck(GROUPS),
                sagas.retrying(Findings.LATE, GROUPS),
                sagas.unanswered(Findings.LATE).orElse(null),
                pauses.inForce(),
                new Numbers.Measured(
                        sum("outbox.unsent"),
                        sum("outbox.oldest.age"),
                        sum("outbox.stuck"),
                        sum("saga.due.lag"),
                        sum("messaging.consumer.lag"),
                        sum("messages.latest.age", "topic", SagaReplies.TOPIC),
                        openBreakers()),
                history.read(now),
                parts.orderedStream().map(OverviewPart::read).toList());
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

    private OptionalDouble sum(String name, String... tags) {
        return Gauges.sum(meters, name, tags);
    }
}
