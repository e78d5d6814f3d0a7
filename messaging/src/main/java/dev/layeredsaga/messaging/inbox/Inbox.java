package dev.layeredsaga.messaging.inbox;

import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Remembers which messages a consumer has handled, in the transaction that handles them, so that a message delivered twice has
 * the effect of once (the idempotent consumer pattern). Thread-safe; works across instances.
 */
public final class Inbox {

    private final JdbcTemplate jdbc;

    public Inbox(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Takes in the messages that this consumer has not handled before, in the current transaction; a concurrent transaction
     * with one of the same messages waits for this one's end.
     *
     * @return the ids taken in; the others have been handled already
     */
    public Set<String> admit(String consumer, Collection<String> messageIds) {
        // in sorted order, so that two instances with overlapping polls cannot deadlock
        String[] sorted = messageIds.stream().distinct().sorted().toArray(String[]::new);
        return new HashSet<>(jdbc.query(
                """
                INSERT INTO inbox (consumer, message_id) SELECT ?, unnest(?::text[])
                ON CONFLICT DO NOTHING RETURNING message_id
                """,
                (PreparedStatement statement) -> {
                    statement.setString(1, consumer);
                    statement.setArray(2, statement.getConnection().createArrayOf("text", sorted));
                },
                (row, number) -> row.getString("message_id")));
    }

    /**
     * Forgets up to {@code limit} messages handled longer than {@code age} ago, by the database's clock.
     *
     * @return how many were forgotten
     */
    public int forgetOlderThan(Duration age, int limit) {
        return jdbc.update("""
                DELETE FROM inbox WHERE ctid = ANY (ARRAY(
                  SELECT ctid FROM inbox WHERE received_at < clock_timestamp() - make_interval(secs => ?) LIMIT ?))
                """, age.toMillis() / 1000.0, limit);
    }
}
