package dev.layeredsaga.orchestrator.console.saga;

import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.engine.query.SagaQueries;
import dev.layeredsaga.engine.query.SagaView;
import dev.layeredsaga.engine.state.SagaStatus;
import dev.layeredsaga.orchestrator.console.Wording;
import dev.layeredsaga.orchestrator.ordersaga.OrderDetails;
import dev.layeredsaga.orchestrator.ordersaga.OrderQueries;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Reads pages of the list of sagas. Thread-safe. */
@Component
class SagaRowReader {

    /** Sagas are counted up to here for people to act on. */
    private static final int MOST_COUNTED = 10_000;

    private final SagaQueries sagas;
    private final OrderQueries orders;
    private final Clock clock;

    SagaRowReader(SagaQueries sagas, OrderQueries orders, Clock clock) {
        this.sagas = sagas;
        this.orders = orders;
        this.clock = clock;
    }

    SagaRows rows(SagaListRequest request) {
        SagaQueries.Found found = sagas.search(request.filter(clock.instant()), request.afterId(), request.pageSize());
        UUID next = found.next();
        return new SagaRows(
                rows(found.sagas()),
                request.url("/console/sagas/rows", request.after()),
                request.after().isEmpty() ? null : request.url("/console/sagas", ""),
                next == null ? null : request.url("/console/sagas", next.toString()),
                found.complete());
    }

    List<SagaRows.Row> rows(List<SagaView> shown) {
        Map<UUID, OrderDetails> known =
                orders.find(shown.stream().map(SagaView::sagaId).toList());
        return shown.stream().map(saga -> row(saga, known.get(saga.sagaId()))).toList();
    }

    /** Returns how many sagas that have not ended the request means; zero if it means simply all, or has problems. */
    int countUnfinished(SagaListRequest request) {
        return request.isNarrow() ? sagas.countUnfinished(request.filter(clock.instant()), MOST_COUNTED) : 0;
    }

    /** Returns the number as far as it has been counted. */
    static String countInWords(int sagas) {
        return sagas < MOST_COUNTED ? Wording.count(sagas, "saga") : MOST_COUNTED + " sagas or more";
    }

    private static SagaRows.Row row(SagaView saga, @Nullable OrderDetails order) {
        return new SagaRows.Row(
                saga.sagaId().toString(),
                saga.status().name(),
                badge(saga.status()),
                Objects.requireNonNullElse(saga.step(), ""),
                saga.attempt(),
                order == null ? "" : order.customerId(),
                order == null ? "" : Wording.items(order.lines()),
                saga.nextAttemptAt(),
                why(saga),
                saga.updatedAt());
    }

    /** The style of a status. */
    static String badge(SagaStatus status) {
        return "badge " + status.name().toLowerCase(Locale.ROOT);
    }

    /** Returns what the saga waits for or is stuck on; else why it was undone; else nothing. */
    static String why(SagaView saga) {
        String waitsFor = saga.waitsFor();
        Reason reason = saga.reason();
        if (waitsFor != null) {
            return waitsFor;
        }
        return reason == null ? "" : reason.code() + ": " + reason.message();
    }
}
