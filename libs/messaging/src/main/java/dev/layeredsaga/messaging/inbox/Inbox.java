package dev.layeredsaga.messaging.inbox;

import dev.layeredsaga.messaging.commit.UnitOfWork;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Records the messages that a consumer has handled, in the transaction that handles them, so that a message delivered twice takes
 * effect once (the idempotent consumer pattern). Thread-safe; works across instances.
 */
public final class Inbox {

    private static final String INSERT = "INSERT INTO inbox (consumer, message_id) SELECT ?, unnest(?::text[])";

    private final JdbcTemplate jdbc;

    public Inbox(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Records messages on the assumption that this consumer has handled none of them, with the statements that the current
     * transaction makes last. The assumption is almost always true; this way costs the database half of {@link #admit}, and no extra round trip.
     * If a message has been handled before, or is given twice, the transaction fails with a {@link
     * org.springframework.dao.DuplicateKeyException} instead of committing; if a concurrent transaction is handling one of the
     * messages, this transaction waits for the end of that one.
     */
    public void admitAllOf(String consumer, Collection<String> messageIds) {
        UnitOfWork.of(jdbc).add(UnitOfWork.Phase.INBOX, new Admission(consumer, List.copyOf(messageIds)));
    }

    private record Admission(String consumer, List<String> messageIds) implements UnitOfWork.Statement {

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
            // no result: a duplicate fails the statement
        }
    }

    /**
     * Records the messages that this consumer has not handled before, in the current transaction; a concurrent transaction with one
     * of the same messages waits for the end of this one.
     *
     * @return the ids of the recorded messages; the others have been handled before
     */
    public Set<String> admit(String consumer, Collection<String> messageIds) {
        return new HashSet<>(jdbc.query(
                INSERT + " ON CONFLICT DO NOTHING RETURNING message_id",
                (PreparedStatement statement) ->
                        set(statement, 1, consumer, messageIds.stream().distinct()),
                (row, number) -> row.getString("message_id")));
    }

    /** Sorts the ids, so that two instances with overlapping polls cannot deadlock. */
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
     * Deletes the records of up to {@code limit} messages handled longer than {@code age} ago, by the database's clock.
     *
     * @return the number of deleted records
     */
    public int forgetOlderThan(Duration age, int limit) {
        return jdbc.update("""
                DELETE FROM inbox WHERE ctid = ANY (ARRAY(
                  SELECT ctid FROM inbox WHERE received_at < (SELECT clock_timestamp() - make_interval(secs => ?)) LIMIT ?))
                """, age.toMillis() / 1000.0, limit);
    }
}
