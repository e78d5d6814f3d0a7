package dev.layeredsaga.orchestrator.console.overview;

import dev.layeredsaga.engine.query.UnfinishedSagas;
import dev.layeredsaga.orchestrator.console.lock.LockHealth;
import dev.layeredsaga.orchestrator.deadletter.LetterFilter;
import dev.layeredsaga.orchestrator.deadletter.LetterQueries;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.Collection;
import java.util.OptionalDouble;
import org.springframework.stereotype.Component;

/** Reads the first screen's numbers. Thread-safe. */
@Component
class NumberReader {

    private static final int STUCK_GROUPS = 10;
    private static final LetterFilter ALL_LETTERS = new LetterFilter(null, null, null, null, null, null, null);

    private final UnfinishedSagas sagas;
    private final LetterQueries letters;
    private final MeterRegistry meters;
    private final ThroughputReader history;
    private final LockHealth locks;

    NumberReader(
            UnfinishedSagas sagas,
            LetterQueries letters,
            MeterRegistry meters,
            ThroughputReader history,
            LockHealth locks) {
        this.sagas = sagas;
        this.letters = letters;
        this.meters = meters;
        this.history = history;
        this.locks = locks;
    }

    Numbers read(Instant now) {
        return new Numbers(
                now,
                sagas.counts(),
                sagas.oldest().orElse(null),
                sagas.stuck(STUCK_GROUPS),
                letters.countOpen(ALL_LETTERS, null),
                new Numbers.Measured(
                        sum("payment.refunds.owed"),
                        sum("outbox.unsent"),
                        sum("outbox.oldest.age"),
                        sum("outbox.stuck"),
                        sum("saga.due.lag"),
                        sum("messaging.consumer.lag")),
                history.read(now),
                locks.last().orElse(null));
    }

    /** Returns the sum over a gauge's tags; a gauge has no value before its first query and while that fails. */
    private OptionalDouble sum(String name) {
        Collection<Gauge> gauges = meters.find(name).gauges();
        double sum = gauges.stream().mapToDouble(Gauge::value).sum();
        return gauges.isEmpty() || Double.isNaN(sum) ? OptionalDouble.empty() : OptionalDouble.of(sum);
    }
}
