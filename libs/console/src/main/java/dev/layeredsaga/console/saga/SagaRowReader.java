package dev.layeredsaga.console.saga;

import dev.layeredsaga.console.SagaContent;
import dev.layeredsaga.console.Wording;
import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.engine.query.SagaQueries;
import dev.layeredsaga.engine.query.SagaView;
import dev.layeredsaga.engine.state.SagaStatus;
import java.time.Clock;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/** Reads pages of the list of sagas. Thread-safe. */
class SagaRowReader {

    /** Sagas are counted up to here for people to act on. */
    private static final int MOST_COUNTED = 10_000;

    private final SagaQueries sagas;
    private final SagaContent content;
    private final Clock clock;

    SagaRowReader(SagaQueries sagas, SagaContent content, Clock clock) {
        this.sagas = sagas;
        this.content = content;
        this.clock = clock;
    }

    SagaRows rows(SagaListRequest request) {
        SagaQueries.Found found = sagas.search(request.filter(clock.instant()), request.afterId(), request.pageSize());
        UUID next = found.next();
        return new SagaRows(
                table(found.sagas()),
                request.url("/console/sagas/rows", request.after()),
                request.after().isEmpty() ? null : request.url("/console/sagas", ""),
                next == null ? null : request.url("/console/sagas", next.toString()),
                found.complete());
    }

    SagaRows.Table table(List<SagaView> shown) {
        List<String> columns = content.columns();
        List<String> none = Collections.nCopies(columns.size(), "");
        Map<UUID, List<String>> known =
                content.values(shown.stream().map(SagaView::sagaId).toList());
        return new SagaRows.Table(
                columns,
                shown.stream()
                        .map(saga -> row(saga, known.getOrDefault(saga.sagaId(), none)))
                        .toList());
    }

    /** Returns how many sagas that have not ended the request means; zero if it means simply all, or has problems. */
    int countUnfinished(SagaListRequest request) {
        return request.isNarrow() ? sagas.countUnfinished(request.filter(clock.instant()), MOST_COUNTED) : 0;
    }

    /** Returns the number as far as it has been counted. */
    static String countInWords(int sagas) {
        return sagas < MOST_COUNTED ? Wording.count(sagas, "saga") : MOST_COUNTED + " sagas or more";
    }

    private static SagaRows.Row row(SagaView saga, List<String> values) {
        return new SagaRows.Row(
                saga.sagaId().toString(),
                saga.status().name(),
                badge(saga.status()),
                Objects.requireNonNullElse(saga.step(), ""),
                saga.attempt(),
                values,
                saga.nextAttemptAt(),
                why(saga),
                saga.updatedAt());
    }

    /** The style of a status. */
    static String badge(SagaStatus status) {
        return "badge " + status.name().toLowerCase(Locale.ROOT);
    }

    /** Returns what the saga waits for or is stuck on; else why it was compensated; else nothing. */
    static String why(SagaView saga) {
        String waitsFor = saga.waitsFor();
        Reason reason = saga.reason();
        if (waitsFor != null) {
            return waitsFor;
        }
        return reason == null ? "" : reason.code() + ": " + reason.message();
    }
}
