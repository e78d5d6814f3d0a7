package dev.layeredsaga.messaging.inbox;

import dev.layeredsaga.messaging.commit.LastStatements;
import dev.layeredsaga.messaging.commit.LastStatements.LastStatement;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.TransactionException;

/**
 * Remembers which messages a consumer has handled, in the transaction that handles them, so that a message delivered twice has
 * the effect of once (the idempotent consumer pattern). Thread-safe; works across instances.
 */
public final class Inbox {

    private static final String INSERT = "INSERT INTO inbox (consumer, message_id) SELECT ?, unnest(?::text[])";

    private final JdbcTemplate jdbc;

    public Inbox(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Takes in messages as if this consumer had handled none of them before, with the last statements of the current transaction. As
     * good as always that is so, and to find out like this costs the database half of what {@link #admit} does, and no round trip of
     * its own. If one has been handled, or is in here twice, the transaction fails with a {@link
     * org.springframework.dao.DuplicateKeyException} instead of committing; with one that a concurrent transaction is handling it
     * waits for that one's end.
     */
    public void admitAllOf(String consumer, Collection<String> messageIds) {
        LastStatements.of(jdbc).add(new Admission(consumer, List.copyOf(messageIds)));
    }

    private record Admission(String consumer, List<String> messageIds) implements LastStatement {

        @Override
        public String sql() {
            return INSERT;
        }

        @Override
        public int set(PreparedStatement all, int first) throws SQLException {
            return Inbox.set(all, first, consumer, messageIds.stream());
        }

        @Override
        public void read(PreparedStatement all) {
            // whatever is wrong with it, the database has said
        }
    }

    /**
     * Takes in the messages that this consumer has not handled before, in the current transaction; a concurrent transaction
     * with one of the same messages waits for this one's end.
     *
     * @return the ids taken in; the others have been handled already
     */
    public Set<String> admit(String consumer, Collection<String> messageIds) {
        return new HashSet<>(jdbc.query(
                INSERT + " ON CONFLICT DO NOTHING RETURNING message_id",
                (PreparedStatement statement) ->
                        set(statement, 1, consumer, messageIds.stream().distinct()),
                (row, number) -> row.getString("message_id")));
    }

    /**
     * Writes a row like that of the given message, and deletes it, each in a transaction of its own: a probe for a message that
     * nothing but its handling can be wrong with.
     *
     * @return true if the database has committed both
     */
    public boolean takesWritesFor(String consumer, String messageId) {
        try {
            // under a name of its own: the message must not count as handled if the process dies between the two
            String prober = consumer + " (probe)";
            jdbc.update(
                    "INSERT INTO inbox (consumer, message_id) VALUES (?, ?) ON CONFLICT DO NOTHING", prober, messageId);
            return jdbc.update("DELETE FROM inbox WHERE consumer = ? AND message_id = ?", prober, messageId) == 1;
        } catch (DataAccessException | TransactionException e) {
            return false;
        }
    }

    /** In sorted order, so that two instances with overlapping polls cannot deadlock. */
    private static int set(PreparedStatement statement, int first, String consumer, Stream<String> messageIds)
            throws SQLException {
        statement.setString(first, consumer);
        statement.setArray(
                first + 1,
                statement
                        .getConnection()
                        .createArrayOf("text", messageIds.sorted().toArray(String[]::new)));
        return first + 2;
    }

    /**
     * Forgets up to {@code limit} messages handled longer than {@code age} ago, by the database's clock.
     *
     * @return how many were forgotten
     */
    public int forgetOlderThan(Duration age, int limit) {
        return jdbc.update("""
                DELETE FROM inbox WHERE ctid = ANY (ARRAY(
                  SELECT ctid FROM inbox WHERE received_at < (SELECT clock_timestamp() - make_interval(secs => ?)) LIMIT ?))
                """, age.toMillis() / 1000.0, limit);
    }
}
