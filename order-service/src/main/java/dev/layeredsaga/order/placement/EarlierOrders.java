package dev.layeredsaga.order.placement;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Finds existing orders by their idempotency keys. */
@Component
class EarlierOrders {

    /** The {@code OFFSET 0} prevents a sequential scan, which the planner would choose while its statistics show few orders. */
    private static final String WITH_KEYS = """
            SELECT placed.id FROM unnest(?::text[], ?::text[]) AS wanted (owner, key),
              LATERAL (
                SELECT id FROM customer_order WHERE key_owner = wanted.owner AND idempotency_key = wanted.key OFFSET 0
              ) AS placed
            """;

    private final JdbcTemplate jdbc;
    private final CustomerOrders orders;

    EarlierOrders(JdbcTemplate jdbc, CustomerOrders orders) {
        this.jdbc = jdbc;
        this.orders = orders;
    }

    /** Returns the orders by key, in a map that the caller may change. */
    Map<IdempotencyKey, CustomerOrder> withKeys(Collection<IdempotencyKey> keys) {
        List<UUID> ids = jdbc.query(
                WITH_KEYS,
                (row, number) -> row.getObject("id", UUID.class),
                keys.stream().map(IdempotencyKey::caller).toArray(String[]::new),
                keys.stream().map(IdempotencyKey::value).toArray(String[]::new));
        Map<IdempotencyKey, CustomerOrder> byKey = new HashMap<>();
        if (!ids.isEmpty()) {
            orders.findAllById(ids).forEach(order -> byKey.put(order.key(), order));
        }
        return byKey;
    }
}
