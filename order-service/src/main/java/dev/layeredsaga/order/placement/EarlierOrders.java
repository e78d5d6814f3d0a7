package dev.layeredsaga.order.placement;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** The orders that have been placed with certain keys. */
@Component
class EarlierOrders {

    /** The offset keeps the planner from reading all orders at once, which it would prefer as long as it believes them few. */
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

    /** By key, in a map that is the caller's own. */
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
