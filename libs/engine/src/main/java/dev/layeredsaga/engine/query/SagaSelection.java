package dev.layeredsaga.engine.query;

import dev.layeredsaga.engine.state.SagaStatus;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A filter as a condition in SQL, for statements whose condition so far is {@code true}. */
final class SagaSelection {

    /** An order of sagas by their begin. */
    enum Order {
        OLDEST_FIRST(" ORDER BY created_at, id", ">", "<=", "-infinity", "infinity"),
        NEWEST_FIRST(" ORDER BY created_at DESC, id DESC", "<", ">=", "infinity", "-infinity");

        private final String sql;
        private final String behind;
        private final String upTo;
        private final String start;
        private final String end;

        Order(String sql, String behind, String upTo, String start, String end) {
            this.sql = sql;
            this.behind = behind;
            this.upTo = upTo;
            this.start = start;
            this.end = end;
        }

        /** Returns the condition that compares with a saga by the name of its parameter, or with an end if it has been removed. */
        private static String compared(String operator, String parameter, String removed) {
            return "(created_at, id) %1$s (coalesce((SELECT created_at FROM saga AS other WHERE other.id = :%2$s), '%3$s'), :%2$s)"
                    .formatted(operator, parameter, removed);
        }
    }

    private final Order order;
    private final StringBuilder sql = new StringBuilder();
    private final Map<String, Object> parameters = new HashMap<>();

    private SagaSelection(Order order) {
        this.order = order;
    }

    /**
     * Returns the part of the filter that limits the search: by columns, most of which an index has.
     *
     * @param after only sagas behind this one in the order; all if it has been removed
     */
    static SagaSelection where(SagaFilter filter, Order order, @Nullable UUID after) {
        SagaStatus status = filter.status();
        Instant before = filter.before();
        SagaSelection selection = new SagaSelection(order)
                .with("status = :status", "status", status == null ? null : status.name())
                .with("step = :step", "step", filter.step())
                .with("definition = :definition", "definition", filter.definition())
                .with(Order.compared(order.behind, "after", order.start), "after", after)
                .with("created_at < :before", "before", before == null ? null : before.atOffset(ZoneOffset.UTC));
        if (filter.waiting()) {
            selection.sql.append(" AND waits_for IS NOT NULL");
        }
        if (filter.step() != null || filter.waiting()) {
            // says nothing new, as an ended saga is in no step and waits for nothing, but names the small index
            selection.sql.append(" AND ").append(SagaStatus.UNFINISHED);
        }
        return selection;
    }

    /** Adds the last saga in the order that may be selected, unless it is null. */
    SagaSelection upTo(@Nullable UUID last) {
        return with(Order.compared(order.upTo, "last", order.end), "last", last);
    }

    /** Adds what the sagas must contain. */
    SagaSelection containing(SagaFilter.Content content) {
        String reason = content.reason();
        with("position(:reason in reason) > 0", "reason", reason == null ? null : "\"code\":\"" + reason + "\"");
        for (int i = 0; i < content.data().size(); i++) {
            with(
                    "position(:data%1$d in data) > 0".formatted(i),
                    "data" + i,
                    content.data().get(i));
        }
        return with(
                "position(lower(:text) in lower(concat_ws(' ', waits_for, reason, data))) > 0", "text", content.text());
    }

    /** Adds a condition unless it has no value. */
    SagaSelection with(String condition, String parameter, @Nullable Object value) {
        if (value != null) {
            sql.append(" AND ").append(condition);
            parameters.put(parameter, value);
        }
        return this;
    }

    /** Returns the statement that reads what this condition selects, in its order. */
    JdbcClient.StatementSpec inOrder(JdbcClient jdbc, String select, String range, int limit) {
        return on(jdbc, select, order.sql + range, limit);
    }

    /** Returns the statement with this condition. */
    JdbcClient.StatementSpec on(JdbcClient jdbc, String select, String rest, int limit) {
        return jdbc.sql(select + sql + rest).params(parameters).param("limit", limit);
    }
}
