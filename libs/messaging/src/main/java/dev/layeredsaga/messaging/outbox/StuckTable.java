package dev.layeredsaga.messaging.outbox;

import static dev.layeredsaga.messaging.outbox.OutboxTable.setArray;
import static dev.layeredsaga.messaging.outbox.OutboxTable.setIds;

import dev.layeredsaga.messaging.outbox.Delivery.StuckMessage;
import dev.layeredsaga.messaging.outbox.OutboxTable.UnreadableRow;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowCallbackHandler;
import tools.jackson.databind.json.JsonMapper;

/** The messages in PostgreSQL that cannot be sent at present for a reason of their own. Every call is one round trip. */
record StuckTable(JdbcTemplate jdbc, JsonMapper json) {

    private static final Logger log = LoggerFactory.getLogger(StuckTable.class);

    /** In place of a topic that is not known. No topic can have this name. */
    private static final String UNREADABLE = "(unreadable)";

    private static final String DAMAGED = """
            UPDATE outbox_stuck SET due_at = 'infinity', reason = 'unreadable: no JSON array' WHERE id IN (
              SELECT id FROM outbox_stuck WHERE topic = ANY (?) AND due_at <= clock_timestamp()
              ORDER BY parcel FETCH FIRST ? ROWS WITH TIES) AND message IS NOT JSON ARRAY
            """;

    /**
     * Whole batches, as the messages of a key that come back get positions in the batch of the first. A row is older each time: a process that
     * had it before deletes it by the time that it knew.
     */
    private static final String REQUEUE = """
            WITH due AS (
              SELECT id, min(parcel) OVER (PARTITION BY topic, message_key) AS first FROM (
                SELECT id, parcel, topic, message_key FROM outbox_stuck AS s
                WHERE topic = ANY (?) AND NOT EXISTS (
                  SELECT FROM outbox_stuck AS earlier
                  WHERE earlier.message_key = s.message_key AND earlier.topic = s.topic AND earlier.parcel <= s.parcel
                    AND (earlier.due_at > (SELECT clock_timestamp()) OR earlier.message IS NOT JSON ARRAY))
                ORDER BY parcel FETCH FIRST ? ROWS WITH TIES) AS oldest
            ), moved AS (
              DELETE FROM outbox_stuck AS s USING due
              WHERE s.id = due.id AND NOT EXISTS (SELECT FROM outbox WHERE outbox.id = due.first)
              RETURNING due.first, s.parcel, s.position, s.message_key, s.message, s.created_at
            )
            INSERT INTO outbox (id, sender, size, keys, messages, created_at) OVERRIDING SYSTEM VALUE
            SELECT first, ?, count(*), array_agg(DISTINCT message_key), json_agg(each ORDER BY parcel, position, nr),
              min(created_at) - interval '1 microsecond'
            FROM moved, json_array_elements(message::json) WITH ORDINALITY AS messages (each, nr) GROUP BY first
            """;

    /** The stuck messages of one topic. */
    record Summary(String topic, long messages, Duration oldest, String reason) {}

    /**
     * Moves their stuck messages here, and deletes their rows; those of a row that is not there any more others have moved. They are due
     * a tenth of their age later, at least 1 s and at most 1 min.
     */
    void add(List<Delivery> deliveries) {
        List<StuckMessage> messages = deliveries.stream()
                .flatMap(delivery -> delivery.stuckMessages().stream())
                .toList();
        jdbc.update("""
                WITH deleted AS (
                  DELETE FROM outbox USING unnest(?, ?) AS stuck (id, created_at)
                  WHERE outbox.id = stuck.id AND outbox.created_at = stuck.created_at RETURNING outbox.id, outbox.created_at
                )
                INSERT INTO outbox_stuck (parcel, position, topic, message_key, message, reason, created_at, due_at)
                SELECT m.parcel, m.position, m.topic, m.message_key, m.message, m.reason, deleted.created_at,
                  now.time + least(greatest((now.time - deleted.created_at) / 10, interval '1 s'), interval '1 min')
                FROM (SELECT clock_timestamp()) AS now (time), unnest(?::bigint[], ?::int[], ?::text[], ?::text[], ?::text[], ?::text[])
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

    /** Returns the targets of stuck messages with these keys, and the first batch that each has one of. */
    Map<Target, Long> targetsWith(Collection<String> keys) {
        Map<Target, Long> targets = new HashMap<>();
        jdbc.query(
                "SELECT topic, message_key, min(parcel) AS first FROM outbox_stuck WHERE message_key = ANY (?) GROUP BY 1, 2",
                statement -> setArray(statement, 1, "text", keys),
                (RowCallbackHandler) row -> targets.put(
                        new Target(row.getString("topic"), row.getString("message_key")), row.getLong("first")));
        return targets;
    }

    /** The topics that have stuck messages that are tried again. */
    List<String> topics() {
        return jdbc.query(
                "SELECT DISTINCT topic FROM outbox_stuck WHERE due_at < 'infinity'",
                (row, number) -> row.getString("topic"));
    }

    /**
     * Moves messages that are due to the outbox, those of a target in one row that comes before all that has joined them. A message that
     * cannot be read stays, in front of the later ones of its topic and key.
     *
     * @param topics those that can be written to
     * @return the number of rows
     */
    int requeue(Collection<String> topics, int limit) {
        int damaged = jdbc.update(DAMAGED, statement -> {
            setArray(statement, 1, "text", topics);
            statement.setInt(2, limit);
        });
        if (damaged > 0) {
            log.error("{} messages in outbox_stuck are not tried again, an operator has to look at them", damaged);
        }
        return jdbc.update(REQUEUE, statement -> {
            setArray(statement, 1, "text", topics);
            statement.setInt(2, limit);
            statement.setObject(3, OutboxTable.SWEEP);
        });
    }

    /** Summarises the first thousand messages by topic; the meters count them all. */
    List<Summary> summaries() {
        return jdbc.query(
                """
                SELECT topic, count(*) AS messages, extract(epoch FROM clock_timestamp() - min(created_at)) AS oldest,
                  (array_agg(reason ORDER BY parcel, position))[1] AS reason
                FROM (SELECT * FROM outbox_stuck ORDER BY parcel, position LIMIT 1000) AS first GROUP BY topic ORDER BY topic
                """,
                (row, number) -> new Summary(
                        row.getString("topic"),
                        row.getLong("messages"),
                        Duration.ofSeconds(row.getLong("oldest")),
                        row.getString("reason")));
    }
}
