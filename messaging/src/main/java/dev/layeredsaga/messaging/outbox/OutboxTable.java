package dev.layeredsaga.messaging.outbox;

import dev.layeredsaga.messaging.commit.LastStatements;
import dev.layeredsaga.messaging.commit.LastStatements.LastStatement;
import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.json.JsonMapper;

/** The outbox in PostgreSQL, a row for each transaction. Every call is one round trip, however many rows it concerns. */
final class OutboxTable {

    /** If there are as many parcels of others as this, nobody looks at each: something does not get rid of its messages. */
    static final int MOST_OTHERS = 500;

    /** Any number, as long as it is the outbox's alone within the database. */
    private static final long SWEEP_LOCK = 0x0B0C_5EE9L;

    private static final String INSERT = """
            WITH inserted AS (
              INSERT INTO outbox (sender, size, keys, messages) VALUES (?, ?, ?, ?) RETURNING id, keys
            ), deleted AS (
              DELETE FROM outbox WHERE id = ANY (?)
            )
            SELECT id, NULL::text[] AS keys, NULL::text AS stuck FROM inserted
            UNION ALL
            (SELECT id, keys, NULL FROM outbox WHERE ? OR sender <> ? OR id = ANY (?) LIMIT ?)
            UNION ALL
            SELECT parcel, ARRAY[message_key], topic FROM outbox_stuck
            WHERE EXISTS (SELECT FROM outbox_stuck) AND message_key = ANY ((SELECT keys FROM inserted)::text[])
            """;

    private final UUID sender = UUID.randomUUID();
    private final JdbcTemplate jdbc;
    private final JsonMapper json;

    OutboxTable(JdbcTemplate jdbc, JsonMapper json) {
        this.jdbc = jdbc;
        this.json = json;
    }

    /**
     * Which parcels an insertion has to look for, besides those of other processes.
     *
     * @param asOf tells who asks what it knew when it asked
     */
    record Question(boolean all, List<Long> ids, long asOf) {}

    /** A parcel that is still there. */
    record Other(long id, Set<String> keys) {}

    /**
     * What an insertion has found out.
     *
     * @param others {@link #MOST_OTHERS} at most
     * @param stuck the targets of stuck messages with the parcel's keys
     */
    record Insertion(long id, List<Other> others, Set<Target> stuck) {

        Insertion(long id, List<Other> others) {
            this(id, others, Set.of());
        }
    }

    /** Of the current transaction; a parcel is inserted with them. */
    LastStatements lastStatements() {
        return LastStatements.of(jdbc);
    }

    /**
     * Inserts a parcel with these records, and looks for those of other processes, and those asked for, that are still there.
     *
     * @param done parcels to be deleted on this occasion
     * @param told what has come of it
     */
    LastStatement insertion(
            List<ProducerRecord<String, byte[]>> records,
            Set<String> keys,
            Question question,
            Collection<Long> done,
            Consumer<Insertion> told) {
        return new LastStatement() {
            @Override
            public String sql() {
                return INSERT;
            }

            @Override
            public int set(PreparedStatement all, int first) throws SQLException {
                int next = first;
                all.setObject(next++, sender);
                all.setInt(next++, records.size());
                setTexts(all, next++, keys);
                all.setString(next++, StoredMessage.write(records, json));
                setIds(all, next++, done);
                all.setBoolean(next++, question.all());
                all.setObject(next++, sender);
                setIds(all, next++, question.ids());
                all.setInt(next++, MOST_OTHERS);
                return next;
            }

            @Override
            public void read(PreparedStatement all) throws SQLException {
                try (ResultSet rows = all.getResultSet()) {
                    told.accept(readInsertion(rows));
                }
            }
        };
    }

    private static Insertion readInsertion(ResultSet rows) throws SQLException {
        Long inserted = null;
        List<Other> others = new ArrayList<>();
        Set<Target> stuck = new HashSet<>();
        while (rows.next()) {
            Array keys = rows.getArray("keys");
            String stuckTopic = rows.getString("stuck");
            if (keys == null) {
                inserted = rows.getLong("id");
            } else if (stuckTopic != null) {
                stuck.add(new Target(stuckTopic, ((String[]) keys.getArray())[0]));
            } else {
                others.add(new Other(rows.getLong("id"), Set.of((String[]) keys.getArray())));
            }
        }
        return new Insertion(Objects.requireNonNull(inserted, "the outbox did not take it"), others, stuck);
    }

    /** Deletes those that no transaction, of a process that may have frozen, is just deleting. */
    void delete(Collection<Long> ids) {
        jdbc.update("""
                DELETE FROM outbox WHERE id = ANY (ARRAY(
                  SELECT id FROM outbox WHERE id = ANY (?) FOR UPDATE SKIP LOCKED))
                """, statement -> setIds(statement, 1, ids));
    }

    /** Those of the parcels that are there, whoever inserted them. */
    Set<Long> present(Collection<Long> ids) {
        return Set.copyOf(jdbc.query(
                "SELECT id FROM outbox WHERE id = ANY (?)",
                statement -> setIds(statement, 1, ids),
                (row, number) -> row.getLong("id")));
    }

    private static void setIds(PreparedStatement statement, int parameter, Collection<Long> ids) throws SQLException {
        statement.setArray(parameter, statement.getConnection().createArrayOf("bigint", ids.toArray(Long[]::new)));
    }

    private static void setTexts(PreparedStatement statement, int parameter, Collection<String> texts)
            throws SQLException {
        statement.setArray(parameter, statement.getConnection().createArrayOf("text", texts.toArray(String[]::new)));
    }

    /**
     * Makes room of what has been deleted, unless somebody else is just doing that. A table that is written and emptied thousands
     * of times a minute cannot wait for the autovacuum, which comes by once in a minute. Outside of any transaction.
     */
    void vacuum() {
        jdbc.execute("VACUUM (SKIP_LOCKED, TRUNCATE false, PARALLEL 0) outbox");
    }

    /** Of the parcel of this id, this is what is left. */
    void replace(Parcel rest) {
        jdbc.update(
                "UPDATE outbox SET size = ?, keys = ?, messages = ? WHERE id = ?", (PreparedStatement statement) -> {
                    statement.setInt(1, rest.size());
                    setTexts(statement, 2, rest.keys());
                    statement.setString(3, StoredMessage.write(rest.records(), json));
                    statement.setLong(4, rest.id());
                });
    }

    /** True for one caller at a time within the database, until its transaction ends. */
    boolean tryLockForSweep() {
        return Boolean.TRUE.equals(
                jdbc.queryForObject("SELECT pg_try_advisory_xact_lock(?)", Boolean.class, SWEEP_LOCK));
    }

    /** Parcels that have been there for longer than {@code age}, by the database's clock, oldest first. */
    List<Parcel> olderThan(Duration age, int limit) {
        return jdbc.query("""
                SELECT id, messages FROM outbox
                WHERE created_at < (SELECT clock_timestamp() - make_interval(secs => ?))
                ORDER BY id LIMIT ?
                """, (row, number) -> readParcel(row), age.toMillis() / 1000.0, limit);
    }

    private Parcel readParcel(ResultSet row) throws SQLException {
        return Parcel.leftover(row.getLong("id"), StoredMessage.read(row.getString("messages"), json));
    }
}
