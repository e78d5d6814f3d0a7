package dev.layeredsaga.messaging.outbox;

import dev.layeredsaga.messaging.commit.UnitOfWork;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowCallbackHandler;
import tools.jackson.databind.json.JsonMapper;

/** The outbox in PostgreSQL, a row for each batch. Every call is one round trip, however many rows it concerns. */
final class OutboxTable {

    /** Any number, as long as it is the outbox's alone within the database. */
    private static final long SWEEP_LOCK = 0x0B0C_5EE9L;

    /** The sender of rows that no process sends from memory. */
    static final UUID SWEEP = new UUID(0, 0);

    private static final String INSERT = """
            INSERT INTO outbox (sender, size, keys, messages) VALUES (?, ?, ?, ?)
            RETURNING id, created_at, pg_current_xact_id()::text::bigint AS transaction""";

    /** The rows that the sweep may send, and those before them. */
    private static final String DUE = """
            WITH due AS MATERIALIZED (
              SELECT id FROM outbox
              WHERE created_at < (SELECT clock_timestamp() - make_interval(secs => ?)) OR sender = ?
              ORDER BY id LIMIT ?
            )
            SELECT outbox.id, created_at, keys, CASE WHEN due.id IS NOT NULL THEN messages END AS messages
            FROM outbox LEFT JOIN due ON due.id = outbox.id
            WHERE outbox.id <= (SELECT max(id) FROM due) ORDER BY outbox.id
            """;

    private static final String HAS_UNSENT = """
            SELECT CASE WHEN (SELECT min(created_at) FROM outbox) < clock_timestamp() - interval '2 s' THEN true
              ELSE EXISTS (SELECT FROM outbox WHERE position(? IN messages) > 0)
                OR EXISTS (SELECT FROM outbox_stuck WHERE topic = ?) END
            """;

    private final UUID process = UUID.randomUUID();
    private final JdbcTemplate jdbc;
    private final JsonMapper json;

    OutboxTable(JdbcTemplate jdbc, JsonMapper json) {
        this.jdbc = jdbc;
        this.json = json;
    }

    /** The identity of a row: after a failover to a standby that lagged, another row may have the number. */
    record RowId(long number, Instant createdAt) {}

    /**
     * A row as the sweep sees it.
     *
     * @param batch null if the row is not due
     */
    record Row(RowId id, Set<String> keys, @Nullable OutboxBatch batch) {}

    /**
     * A row whose messages cannot be read: damaged, or written by hand.
     *
     * @param reason what is wrong with it
     */
    record UnreadableRow(long id, String reason) {}

    /** Rows that the sweep has found, in the order of their ids. */
    record Due(List<Row> rows, List<UnreadableRow> unreadable) {}

    /**
     * An inserted row.
     *
     * @param transaction the id of that with whose commit it appears
     */
    record Inserted(RowId id, long transaction) {}

    /**
     * The lowest ids of what is in the outbox, and of what is stuck; {@link Long#MAX_VALUE} if there is nothing.
     *
     * @param running the lowest id of a transaction that may not have ended: rows of lower ones are seen, or never will be
     * @param there the numbers of those in doubt that are in the outbox
     */
    record Lowest(long unsent, long stuck, long running, Set<Long> there) {}

    /** Returns the unit of work of the current transaction, with which batches are inserted. */
    UnitOfWork unitOfWork() {
        return UnitOfWork.of(jdbc);
    }

    /**
     * Inserts a batch.
     *
     * @param fromMemory false if only the sweep is to send it
     * @param inserted receives its row
     */
    UnitOfWork.Statement insertion(
            List<ProducerRecord<String, byte[]>> records, boolean fromMemory, Consumer<Inserted> inserted) {
        return new UnitOfWork.Statement() {
            @Override
            public String sql() {
                return INSERT;
            }

            @Override
            public int set(PreparedStatement all, int first) throws SQLException {
                all.setObject(first, fromMemory ? process : SWEEP);
                all.setInt(first + 1, records.size());
                setArray(all, first + 2, "text", OutboxBatch.keysOf(records));
                all.setString(first + 3, StoredMessage.write(records, json));
                return first + 4;
            }

            @Override
            public void read(PreparedStatement all) throws SQLException {
                try (ResultSet rows = all.getResultSet()) {
                    rows.next();
                    inserted.accept(new Inserted(idOf(rows), rows.getLong("transaction")));
                }
            }
        };
    }

    /** Deletes those that no transaction, of a process that may have frozen, is deleting. */
    void delete(Collection<RowId> rows) {
        jdbc.update("""
                DELETE FROM outbox WHERE id = ANY (ARRAY(
                  SELECT id FROM outbox
                  WHERE id = ANY (?) AND (id, created_at) IN (SELECT * FROM unnest(?, ?)) FOR UPDATE SKIP LOCKED))
                """, statement -> {
            setArray(statement, 1, "bigint", rows.stream().map(RowId::number).toList());
            setIds(statement, 2, rows);
        });
    }

    /** Sets two parameters: the numbers, and the times of creation. */
    static void setIds(PreparedStatement statement, int first, Collection<RowId> rows) throws SQLException {
        setArray(statement, first, "bigint", rows.stream().map(RowId::number).toList());
        setArray(
                statement,
                first + 1,
                "timestamptz",
                rows.stream().map(RowId::createdAt).map(Instant::toString).toList());
    }

    static void setArray(PreparedStatement statement, int parameter, String type, Collection<?> values)
            throws SQLException {
        statement.setArray(parameter, statement.getConnection().createArrayOf(type, values.toArray()));
    }

    /**
     * Makes room of what has been deleted, unless another instance is doing that. A table that is written and emptied thousands
     * of times a minute cannot wait for the autovacuum, which comes by once in a minute. Outside of any transaction.
     */
    void vacuum() {
        jdbc.execute("VACUUM (SKIP_LOCKED, TRUNCATE false, PARALLEL 0) outbox");
    }

    /** Returns true for one caller at a time within the database, until its transaction ends. */
    boolean tryLockForSweep() {
        return Boolean.TRUE.equals(
                jdbc.queryForObject("SELECT pg_try_advisory_xact_lock(?)", Boolean.class, SWEEP_LOCK));
    }

    /**
     * Returns the rows that are due and all before the last of them, in the order of their ids. A row is due if it is older than
     * {@code age}, by the database's clock, or if only the sweep is to send it. One that cannot be read is no obstacle to the others.
     *
     * @param limit the maximum number of rows that are due
     */
    Due due(Duration age, int limit) {
        Due due = new Due(new ArrayList<>(), new ArrayList<>());
        jdbc.query(DUE, (RowCallbackHandler) row -> readInto(due, row), age.toMillis() / 1000.0, SWEEP, limit);
        return due;
    }

    private void readInto(Due due, ResultSet row) throws SQLException {
        RowId id = idOf(row);
        String messages = row.getString("messages");
        try {
            Set<String> keys = Set.of((String[]) row.getArray("keys").getArray());
            OutboxBatch batch = messages == null ? null : OutboxBatch.of(id, StoredMessage.read(messages, json));
            due.rows().add(new Row(id, keys, batch));
        } catch (RuntimeException e) {
            due.unreadable().add(new UnreadableRow(id.number(), StoredMessage.unreadable(e)));
        }
    }

    private static RowId idOf(ResultSet row) throws SQLException {
        return new RowId(row.getLong("id"), row.getTimestamp("created_at").toInstant());
    }

    /** Reads messages only while there are few. */
    boolean hasUnsent(String topic) {
        return Boolean.TRUE.equals(jdbc.queryForObject(HAS_UNSENT, Boolean.class, topic, topic));
    }

    Lowest lowest(Collection<RowId> inDoubt) {
        return jdbc.query(
                        """
                        SELECT coalesce((SELECT min(id) FROM outbox), ?) AS unsent,
                          coalesce((SELECT min(parcel) FROM outbox_stuck), ?) AS stuck,
                          pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS running,
                          ARRAY(SELECT id FROM outbox WHERE (id, created_at) IN (SELECT * FROM unnest(?, ?))) AS there
                        """,
                        statement -> {
                            statement.setLong(1, Long.MAX_VALUE);
                            statement.setLong(2, Long.MAX_VALUE);
                            setIds(statement, 3, inDoubt);
                        },
                        (row, number) -> new Lowest(
                                row.getLong("unsent"), row.getLong("stuck"), row.getLong("running"), Set.of((Long[])
                                        row.getArray("there").getArray())))
                .getFirst();
    }
}
