package dev.layeredsaga.inventory.item;

import dev.layeredsaga.inventory.request.RequestKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * The ledger of stock: the movements of an item add up to what is on hand and what is sold of it. An entry is never changed or removed.
 * Every method works in the caller's transaction.
 */
@Repository
public class Movements {

    private final JdbcClient jdbc;

    public Movements(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Adds the movement that has led to the item's state, which must be written already.
     *
     * @param key null if the request has none
     */
    Movement add(ItemSnapshot item, long delta, String reason, String operator, @Nullable String key) {
        return jdbc.sql("""
                        INSERT INTO stock_movement (sku, delta, reason, operator, available, request_key)
                        VALUES (?, ?, ?, ?, ?, ?) RETURNING *
                        """)
                .params(item.sku(), delta, reason, operator, item.available())
                .param(key)
                .query(Movements::movement)
                .single();
    }

    /** A change of an item's stock, and its reason. */
    public record Entry(String sku, int delta, String reason) {}

    /** Adds an entry, of which there is one for each operator, reason and item. */
    public void add(Item item, Entry entry, String operator) {
        String key = entry.reason() + " " + entry.sku();
        Movement unused = add(item.snapshot(), entry.delta(), entry.reason(), operator, key);
    }

    /** Returns the entries of an operator in the order in which they were added. */
    public List<Entry> of(String operator) {
        return jdbc.sql("SELECT sku, delta, reason FROM stock_movement WHERE operator = ? ORDER BY id")
                .param(operator)
                .query((row, number) -> new Entry(row.getString("sku"), row.getInt("delta"), row.getString("reason")))
                .list();
    }

    Optional<Movement> find(RequestKey key) {
        return jdbc.sql("SELECT * FROM stock_movement WHERE operator = ? AND request_key = ?")
                .params(key.caller(), key.value())
                .query(Movements::movement)
                .optional();
    }

    /** Returns up to {@code limit} movements before this one, newest first. */
    List<Movement> list(String sku, long before, int limit) {
        return jdbc.sql("SELECT * FROM stock_movement WHERE sku = ? AND id < ? ORDER BY id DESC LIMIT ?")
                .params(sku, before, limit)
                .query(Movements::movement)
                .list();
    }

    private static Movement movement(ResultSet row, int number) throws SQLException {
        return new Movement(
                row.getLong("id"),
                row.getString("sku"),
                row.getLong("delta"),
                row.getString("reason"),
                row.getString("operator"),
                row.getInt("available"),
                row.getTimestamp("occurred_at").toInstant());
    }
}
