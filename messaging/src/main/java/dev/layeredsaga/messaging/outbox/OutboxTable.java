package dev.layeredsaga.messaging.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** The outbox in PostgreSQL. Every call is one round trip, however many rows it concerns. */
final class OutboxTable {

    /** Any number, as long as it is the outbox's alone within the database. */
    private static final long SWEEP_LOCK = 0x0B0C_5EE9L;

    private static final TypeReference<Map<String, String>> HEADERS = new TypeReference<>() {};

    private final JdbcTemplate jdbc;
    private final JsonMapper json;

    OutboxTable(JdbcTemplate jdbc, JsonMapper json) {
        this.jdbc = jdbc;
        this.json = json;
    }

    /** What an insertion found out: the ids given, in order, and the ids of earlier rows with the same keys. */
    record Insertion(List<Long> ids, List<Long> predecessors) {}

    /** Inserts the records in their order, and looks for rows of the same keys that are still there. */
    Insertion insert(List<ProducerRecord<String, byte[]>> records) {
        Insertion insertion = jdbc.execute((Connection connection) -> insert(connection, records));
        if (insertion == null || insertion.ids().size() != records.size()) {
            throw new IllegalStateException("the outbox did not take all of " + records.size() + " messages");
        }
        return insertion;
    }

    private Insertion insert(Connection connection, List<ProducerRecord<String, byte[]>> records) throws SQLException {
        String sql = """
                WITH input AS (
                  SELECT * FROM unnest(?::text[], ?::text[], ?::text[], ?::bytea[])
                    WITH ORDINALITY AS input(topic, message_key, headers, value, position)
                ), inserted AS (
                  INSERT INTO outbox (topic, message_key, headers, value)
                  SELECT topic, message_key, headers, value FROM input ORDER BY position
                  RETURNING id
                )
                SELECT id, true AS fresh FROM inserted
                UNION ALL
                SELECT id, false FROM outbox WHERE message_key = ANY (?::text[])
                ORDER BY id
                """;
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            Object[] keys = records.stream().map(ProducerRecord::key).toArray();
            statement.setArray(
                    1,
                    connection.createArrayOf(
                            "text", records.stream().map(ProducerRecord::topic).toArray()));
            statement.setArray(2, connection.createArrayOf("text", keys));
            statement.setArray(
                    3,
                    connection.createArrayOf(
                            "text", records.stream().map(this::headers).toArray()));
            statement.setArray(
                    4,
                    connection.createArrayOf(
                            "bytea", records.stream().map(ProducerRecord::value).toArray(byte[][]::new)));
            statement.setArray(5, connection.createArrayOf("text", keys));
            try (ResultSet rows = statement.executeQuery()) {
                return readInsertion(rows);
            }
        }
    }

    private static Insertion readInsertion(ResultSet rows) throws SQLException {
        Insertion insertion = new Insertion(new ArrayList<>(), new ArrayList<>());
        while (rows.next()) {
            (rows.getBoolean("fresh") ? insertion.ids() : insertion.predecessors()).add(rows.getLong("id"));
        }
        return insertion;
    }

    void delete(Collection<Long> ids) {
        jdbc.update(
                "DELETE FROM outbox WHERE id = ANY (?)",
                (PreparedStatement statement) ->
                        statement.setArray(1, statement.getConnection().createArrayOf("bigint", ids.toArray())));
    }

    /** True for one caller at a time within the database, until its transaction ends. */
    boolean tryLockForSweep() {
        return Boolean.TRUE.equals(
                jdbc.queryForObject("SELECT pg_try_advisory_xact_lock(?)", Boolean.class, SWEEP_LOCK));
    }

    /** Rows that have been there for longer than {@code age}, by the database's clock, oldest first. */
    List<OutboxRow> olderThan(Duration age, int limit) {
        return jdbc.query("""
                SELECT id, topic, message_key, headers, value FROM outbox
                WHERE created_at < clock_timestamp() - make_interval(secs => ?)
                ORDER BY id LIMIT ?
                """, (row, number) -> readRow(row), age.toMillis() / 1000.0, limit);
    }

    private OutboxRow readRow(ResultSet row) throws SQLException {
        return OutboxRow.of(
                row.getLong("id"),
                row.getString("topic"),
                row.getString("message_key"),
                json.readValue(row.getString("headers"), HEADERS),
                row.getBytes("value"));
    }

    private @Nullable Object headers(ProducerRecord<String, byte[]> record) {
        Map<String, String> headers = new HashMap<>();
        for (Header header : record.headers()) {
            headers.put(header.key(), new String(header.value(), UTF_8));
        }
        return json.writeValueAsString(headers);
    }
}
