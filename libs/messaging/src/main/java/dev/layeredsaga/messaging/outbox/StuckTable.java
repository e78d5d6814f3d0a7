package dev.layeredsaga.messaging.outbox;

import static dev.layeredsaga.messaging.outbox.OutboxTable.setArray;
import static dev.layeredsaga.messaging.outbox.OutboxTable.setIds;

import dev.layeredsaga.messaging.outbox.Delivery.StuckMessage;
import dev.layeredsaga.messaging.outbox.OutboxTable.UnreadableRow;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.json.JsonMapper;

/** The messages in PostgreSQL that cannot be sent at present for a reason of their own. Every call is one round trip. */
record StuckTable(JdbcTemplate jdbc, JsonMapper json) {

    private static final Logger log = LoggerFactory.getLogger(StuckTable.class);

    private static final Duration LONGEST_BACKOFF = Duration.ofMinutes(1);

    /** Any number, as long as it is the retry's alone within the database. */
    private static final long RETRY_LOCK = 0x0B0C_57ACL;

    /** In place of a topic that is not known. No topic can have this name. */
    private static final String UNREADABLE = "(unreadable)";

    private record Unreadable(long batch, int position, String reason) {}

    /** The stuck messages of one topic. */
    record Summary(String topic, long messages, Duration oldest, String reason) {}

    /** Moves their stuck messages here, and deletes their rows; those of a row that is not there any more others have moved. */
    void add(List<Delivery> deliveries) {
        List<StuckMessage> messages = deliveries.stream()
                .flatMap(delivery -> delivery.stuckMessages().stream())
                .toList();
        jdbc.update("""
                WITH deleted AS (
                  DELETE FROM outbox USING unnest(?, ?) AS stuck (id, created_at)
                  WHERE outbox.id = stuck.id AND outbox.created_at = stuck.created_at RETURNING outbox.id, outbox.created_at
                )
                INSERT INTO outbox_stuck (parcel, position, topic, message_key, message, reason, created_at)
                SELECT m.parcel, m.position, m.topic, m.message_key, m.message, m.reason, deleted.created_at
                FROM unnest(?::bigint[], ?::int[], ?::text[], ?::text[], ?::text[], ?::text[])
                  AS m (parcel, position, topic, message_key, message, reason)
                JOIN deleted ON deleted.id = m.parcel
                """, statement -> {
            setIds(
                    statement,
                    1,
                    deliveries.stream().map(delivery -> delivery.batch().id()).toList());
            setColumn(statement, 3, "bigint", messages, StuckMessage::batch);
            setColumn(statement, 4, "int", messages, StuckMessage::position);
            setColumn(
                    statement, 5, "text", messages, message -> message.record().topic());
            setColumn(
                    statement, 6, "text", messages, message -> message.record().key());
            setColumn(statement, 7, "text", messages, message -> StoredMessage.write(List.of(message.record()), json));
            setColumn(statement, 8, "text", messages, StuckMessage::reason);
        });
    }

    private static void setColumn(
            PreparedStatement statement,
            int parameter,
            String type,
            Collection<StuckMessage> messages,
            Function<StuckMessage, Object> column)
            throws SQLException {
        setArray(statement, parameter, type, messages.stream().map(column).toList());
    }

    /**
     * Moves a row here whose messages cannot be read: it is not tried again, and is no obstacle to others. Its keys are cut, as they are
     * indexed.
     */
    void putAside(UnreadableRow row) {
        log.error("row {} of the outbox is put aside, an operator has to look at it: {}", row.id(), row.reason());
        jdbc.update("""
                WITH deleted AS (DELETE FROM outbox WHERE id = ? RETURNING id, keys, messages, created_at)
                INSERT INTO outbox_stuck (parcel, position, topic, message_key, message, reason, created_at, due_at)
                SELECT id, 0, ?, coalesce(left(array_to_string(keys, ' '), 500), ''), messages, ?, created_at, 'infinity' FROM deleted
                """, row.id(), UNREADABLE, row.reason());
    }

    /** Returns the targets of stuck messages with these keys. */
    Set<Target> targetsWith(Collection<String> keys) {
        return Set.copyOf(jdbc.query(
                "SELECT DISTINCT topic, message_key FROM outbox_stuck WHERE message_key = ANY (?)",
                statement -> setArray(statement, 1, "text", keys),
                (row, number) -> new Target(row.getString("topic"), row.getString("message_key"))));
    }

    /** The topics that have stuck messages that are tried again. */
    List<String> topics() {
        return jdbc.query(
                "SELECT DISTINCT topic FROM outbox_stuck WHERE due_at < 'infinity'",
                (row, number) -> row.getString("topic"));
    }

    /**
     * Messages that may be tried again, in order: not those behind one that is not due yet, nor behind a parcel with the same key.
     *
     * @param topics those that can be written to
     */
    List<StuckMessage> due(Collection<String> topics, int limit) {
        Map<Target, Unreadable> unreadable = new HashMap<>();
        List<StuckMessage> readable = new ArrayList<>();
        jdbc.query(
                """
                WITH due AS (
                  SELECT * FROM outbox_stuck AS s
                  WHERE topic = ANY (?) AND due_at <= (SELECT clock_timestamp())
                    AND NOT EXISTS (
                      SELECT FROM outbox_stuck AS earlier
                      WHERE earlier.message_key = s.message_key AND earlier.topic = s.topic
                        AND (earlier.parcel, earlier.position) < (s.parcel, s.position)
                        AND earlier.due_at > (SELECT clock_timestamp()))
                  ORDER BY parcel, position LIMIT ?
                ), unsent AS MATERIALIZED (
                  SELECT unnest(keys) AS message_key, min(id) AS id FROM outbox
                  WHERE id < (SELECT max(parcel) FROM due) GROUP BY 1
                )
                SELECT parcel, position, topic, message_key, message, reason FROM due
                WHERE NOT EXISTS (SELECT FROM unsent WHERE unsent.message_key = due.message_key AND unsent.id < due.parcel)
                ORDER BY parcel, position
                """,
                statement -> {
                    setArray(statement, 1, "text", topics);
                    statement.setInt(2, limit);
                },
                row -> {
                    Target target = new Target(row.getString("topic"), row.getString("message_key"));
                    if (unreadable.containsKey(target)) {
                        return;
                    }
                    long batch = row.getLong("parcel");
                    int position = row.getInt("position");
                    try {
                        ProducerRecord<String, byte[]> message = StoredMessage.read(row.getString("message"), json)
                                .getFirst();
                        readable.add(new StuckMessage(batch, position, message, row.getString("reason")));
                    } catch (RuntimeException e) {
                        unreadable.put(target, new Unreadable(batch, position, StoredMessage.unreadable(e)));
                    }
                });
        unreadable.values().forEach(this::giveUp);
        return readable;
    }

    /** Stays where it is, in front of the later ones of its topic and key. */
    private void giveUp(Unreadable message) {
        log.error("{} in outbox_stuck is not tried again, an operator has to look at it", message);
        jdbc.update(
                "UPDATE outbox_stuck SET due_at = 'infinity', reason = ? WHERE parcel = ? AND position = ?",
                message.reason(),
                message.batch(),
                message.position());
    }

    void delete(Collection<StuckMessage> sent) {
        jdbc.update("""
                DELETE FROM outbox_stuck AS s USING unnest(?::bigint[], ?::int[]) AS sent (parcel, position)
                WHERE s.parcel = sent.parcel AND s.position = sent.position
                """, statement -> {
            setColumn(statement, 1, "bigint", sent, StuckMessage::batch);
            setColumn(statement, 2, "int", sent, StuckMessage::position);
        });
    }

    /** Tries the message again after 1, 2, 4 … s, a minute at most. */
    void postpone(StuckMessage refused, String reason) {
        jdbc.update("""
                UPDATE outbox_stuck SET attempts = attempts + 1, reason = ?,
                  due_at = clock_timestamp() + make_interval(secs => least(2 ^ least(attempts, 20), ?))
                WHERE parcel = ? AND position = ?
                """, reason, LONGEST_BACKOFF.toSeconds(), refused.batch(), refused.position());
    }

    /** True for one caller at a time within the database, until its transaction ends. */
    boolean tryLockForRetry() {
        return Boolean.TRUE.equals(
                jdbc.queryForObject("SELECT pg_try_advisory_xact_lock(?)", Boolean.class, RETRY_LOCK));
    }

    List<Summary> summaries() {
        return jdbc.query(
                """
                SELECT topic, count(*) AS messages, extract(epoch FROM clock_timestamp() - min(created_at)) AS oldest,
                  (array_agg(reason ORDER BY parcel, position))[1] AS reason
                FROM outbox_stuck GROUP BY topic ORDER BY topic
                """,
                (row, number) -> new Summary(
                        row.getString("topic"),
                        row.getLong("messages"),
                        Duration.ofSeconds(row.getLong("oldest")),
                        row.getString("reason")));
    }
}
