package dev.layeredsaga.order.placement.retention;

import dev.layeredsaga.order.placement.OrderStatus;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Service;

/**
 * Erases the customer's identity from their ended orders; the items and the outcome are kept for accounting. Idempotent. Thread-safe.
 */
@Service
public class CustomerErasure {

    private static final Logger log = LoggerFactory.getLogger(CustomerErasure.class);

    private static final int BATCH = 500;

    /** Gives each order its own pseudonym, so that they cannot be linked, and deletes their events, which name the customer. */
    private static final String ERASE = """
            WITH theirs AS (
              SELECT id FROM customer_order WHERE customer_id = ? AND status <> 'PENDING' ORDER BY id LIMIT ? FOR UPDATE
            ), without_events AS (
              DELETE FROM order_event USING theirs WHERE order_event.order_id = theirs.id
            )
            UPDATE customer_order
            SET customer_id = 'erased-' || gen_random_uuid(), key_owner = '', idempotency_key = 'erased-' || theirs.id,
                fingerprint = '', payment_method = 'erased', held_claim = NULL,
                reason = jsonb_set(reason, '{message}', '"erased"'),
                returns = (
                  SELECT jsonb_agg(
                    jsonb_set(one, '{request}', one -> 'request' || jsonb_build_object('caller', '', 'key', '', 'reason', 'erased'))
                    ORDER BY place)
                  FROM jsonb_array_elements(returns) WITH ORDINALITY AS each (one, place)
                ),
                erased_at = clock_timestamp(), version = version + 1
            FROM theirs WHERE customer_order.id = theirs.id
            """;

    private static final String OPEN = "SELECT count(*) FROM customer_order WHERE customer_id = ? AND status = ?";

    private final JdbcTemplate jdbc;

    CustomerErasure(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Erases the customer from all orders that have ended, one transaction per batch.
     *
     * @param operator the requesting operator, for the log, which does not name the customer
     * @return the number of orders that have not ended and still name the customer
     */
    public long erase(String customerId, String operator) {
        long erased = 0;
        int last;
        do {
            last = jdbc.update(ERASE, customerId, BATCH);
            erased += last;
        } while (last == BATCH);
        long open =
                Objects.requireNonNull(jdbc.queryForObject(OPEN, Long.class, customerId, OrderStatus.PENDING.name()));
        log.info("operator {} erased a customer from {} orders; {} have not ended", operator, erased, open);
        return open;
    }
}
