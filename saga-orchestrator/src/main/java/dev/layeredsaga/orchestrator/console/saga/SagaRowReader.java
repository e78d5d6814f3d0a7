package dev.layeredsaga.orchestrator.console.saga;

import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.engine.SagaQueries;
import dev.layeredsaga.engine.SagaStatus;
import dev.layeredsaga.engine.SagaView;
import dev.layeredsaga.orchestrator.console.Wording;
import dev.layeredsaga.orchestrator.ordersaga.OrderDetails;
import dev.layeredsaga.orchestrator.ordersaga.OrderQueries;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Reads pages of the list of sagas. Thread-safe. */
@Component
class SagaRowReader {

    static final int PAGE = 50;

    private final SagaQueries sagas;
    private final OrderQueries orders;

    SagaRowReader(SagaQueries sagas, OrderQueries orders) {
        this.sagas = sagas;
        this.orders = orders;
    }

    SagaRows rows(SagaListRequest request) {
        List<SagaView> found = sagas.list(request.filter(), request.afterId(), PAGE + 1);
        List<SagaView> shown = found.subList(0, Math.min(PAGE, found.size()));
        Map<UUID, OrderDetails> known =
                orders.find(shown.stream().map(SagaView::sagaId).toList());
        return new SagaRows(
                shown.stream().map(saga -> row(saga, known.get(saga.sagaId()))).toList(),
                request.url("/console/sagas/rows", request.after()),
                request.after().isEmpty() ? null : request.url("/console/sagas", ""),
                found.size() > PAGE
                        ? request.url("/console/sagas", shown.getLast().sagaId().toString())
                        : null);
    }

    private static SagaRows.Row row(SagaView saga, @Nullable OrderDetails order) {
        return new SagaRows.Row(
                saga.sagaId().toString(),
                saga.status().name(),
                badge(saga.status()),
                Objects.requireNonNullElse(saga.step(), ""),
                saga.attempt(),
                order == null ? "" : order.customerId(),
                order == null ? "" : items(order),
                Wording.time(saga.nextAttemptAt()),
                why(saga),
                Wording.time(saga.updatedAt()));
    }

    /** The style of a status. */
    static String badge(SagaStatus status) {
        return "badge " + status.name().toLowerCase(Locale.ROOT);
    }

    /** The order's lines, such as {@code 2 × book, 1 × seat-1}. */
    static String items(OrderDetails order) {
        return order.lines().stream()
                .map(line -> line.quantity() + " × " + line.sku())
                .collect(Collectors.joining(", "));
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
