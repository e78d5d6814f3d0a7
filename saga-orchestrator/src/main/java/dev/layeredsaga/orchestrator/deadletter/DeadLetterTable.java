package dev.layeredsaga.orchestrator.deadletter;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.messaging.envelope.MessageJson;
import dev.layeredsaga.orchestrator.deadletter.Letter.Content;
import dev.layeredsaga.orchestrator.deadletter.Letter.Header;
import dev.layeredsaga.orchestrator.deadletter.Letter.Why;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** The table of dead letters. Thread-safe. */
@Repository
class DeadLetterTable {

    private static final JsonMapper JSON = MessageJson.mapper();
    private static final TypeReference<List<Header>> HEADERS = new TypeReference<>() {};
    private static final String ORDER = "topic, origin_partition, origin_offset, partition, letter_offset";
    private static final String BEHIND = "(" + ORDER + ") > (SELECT " + ORDER
            + " FROM dead_letter WHERE topic = ? AND partition = ? AND letter_offset = ?)";
    private static final String THIS = "topic = :topic AND partition = :partition AND letter_offset = :offset";

    /**
     * A dead letter and what has become of it.
     *
     * @param sentOffset where it was sent to, in the partition that it came from
     */
    record StoredLetter(
            Letter letter,
            LetterStatus status,
            @Nullable Instant settledAt,
            @Nullable Long sentOffset) {}

    private final JdbcClient jdbc;

    DeadLetterTable(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Adds a letter; one that is there already stays as it is. */
    void add(Letter letter) {
        Why why = letter.why();
        Content content = letter.content();
        ofLetter("""
                INSERT INTO dead_letter (topic, partition, letter_offset, origin_partition, origin_offset, origin_at, died_at,
                  consumer_group, reason, message_key, message, message_type, headers, complete)
                VALUES (:topic, :partition, :offset, :originPartition, :originOffset, :originAt, :diedAt,
                  :group, :reason, :key, :message, :type, :headers, :complete)
                ON CONFLICT DO NOTHING
                """, letter.id())
                .param("originPartition", why.partition())
                .param("originOffset", why.offset())
                .param("originAt", sqlTime(why.at()))
                .param("diedAt", sqlTime(why.diedAt()))
                .param("group", why.group())
                .param("reason", why.reason())
                .param("key", content.key(), java.sql.Types.BINARY)
                .param("message", content.value(), java.sql.Types.BINARY)
                .param("type", LetterText.typeOf(content))
                .param("headers", JSON.writeValueAsBytes(content.headers()))
                .param("complete", letter.complete())
                .update();
    }

    Optional<StoredLetter> find(LetterId id) {
        return ofLetter("SELECT * FROM dead_letter WHERE " + THIS, id)
                .query(DeadLetterTable::stored)
                .optional();
    }

    /** Locks the letter until the transaction ends, and returns true if it is open. */
    boolean lockIfOpen(LetterId id) {
        return ofLetter("SELECT true FROM dead_letter WHERE " + THIS + " AND status = 'OPEN' FOR UPDATE", id)
                .query(Boolean.class)
                .optional()
                .isPresent();
    }

    void settle(LetterId id, LetterStatus status, @Nullable Long sentOffset) {
        ofLetter("""
                UPDATE dead_letter SET status = :status, sent_offset = :sentOffset, settled_at = clock_timestamp() WHERE
                """ + THIS, id)
                .param("status", status.name())
                .param("sentOffset", sentOffset)
                .update();
    }

    /**
     * Returns up to {@code limit} letters in the order of the messages: topic, partition, offset.
     *
     * @param after the last letter already seen
     */
    List<StoredLetter> list(
            DeadLetterFilter filter, @Nullable LetterStatus status, @Nullable LetterId after, int limit) {
        return select("SELECT * FROM dead_letter WHERE %s ORDER BY " + ORDER + " LIMIT ?", filter, status, after, limit)
                .query(DeadLetterTable::stored)
                .list();
    }

    /** The number of letters, counted up to {@code most}. */
    int count(DeadLetterFilter filter, @Nullable LetterStatus status, @Nullable LetterId after, int most) {
        String counted = "SELECT count(*) FROM (SELECT FROM dead_letter WHERE %s LIMIT ?) AS counted";
        return select(counted, filter, status, after, most).query(Integer.class).single();
    }

    /** Open letters of the same key whose messages came before this one's, in their order. */
    List<LetterId> openBefore(Letter letter, int limit) {
        return jdbc.sql("SELECT topic, partition, letter_offset FROM dead_letter"
                        + " WHERE message_key = :key AND topic = :topic AND status = 'OPEN'"
                        + " AND origin_partition = :partition AND origin_offset >= 0 AND origin_offset < :offset"
                        + " ORDER BY " + ORDER + " LIMIT :limit")
                .param("key", letter.content().key(), java.sql.Types.BINARY)
                .param("topic", letter.id().topic())
                .param("partition", letter.why().partition())
                .param("offset", letter.why().offset())
                .param("limit", limit)
                .query((row, number) -> id(row))
                .list();
    }

    /**
     * Returns which of the records behind a message have not overtaken it: those that became letters of the same group themselves, and those
     * that are a letter sent again whose message came before this one.
     */
    Set<Long> notOvertaking(Letter letter, List<Long> offsets) {
        return new HashSet<>(jdbc.sql("""
                SELECT origin_offset FROM dead_letter
                WHERE topic = :topic AND origin_partition = :partition AND origin_offset IN (:offsets)
                  AND consumer_group IS NOT DISTINCT FROM :group
                UNION ALL
                SELECT sent_offset FROM dead_letter
                WHERE topic = :topic AND origin_partition = :partition AND sent_offset IN (:offsets)
                  AND origin_offset < :offset
                """)
                .param("topic", letter.id().topic())
                .param("partition", letter.why().partition())
                .param("offset", letter.why().offset())
                .param("group", letter.why().group())
                .param("offsets", offsets)
                .query(Long.class)
                .list());
    }

    /** Deletes up to {@code limit} letters that were sent or discarded longer than {@code age} ago, and returns how many. */
    int removeSettledBefore(Duration age, int limit) {
        return jdbc.sql("""
                DELETE FROM dead_letter WHERE ctid = ANY (ARRAY (
                  SELECT ctid FROM dead_letter
                  WHERE settled_at < (SELECT clock_timestamp() - make_interval(secs => :age))
                  ORDER BY settled_at LIMIT :limit FOR UPDATE SKIP LOCKED))
                """)
                .param("age", age.toMillis() / 1000.0)
                .param("limit", limit)
                .update();
    }

    private JdbcClient.StatementSpec ofLetter(String sql, LetterId id) {
        return jdbc.sql(sql)
                .param("topic", id.topic())
                .param("partition", id.partition())
                .param("offset", id.offset());
    }

    private JdbcClient.StatementSpec select(
            String sql, DeadLetterFilter filter, @Nullable LetterStatus status, @Nullable LetterId after, int limit) {
        Map<String, Object> conditions = new LinkedHashMap<>();
        add(conditions, "topic = ?", filter.topic() == null ? null : Topics.deadLettersOf(filter.topic()));
        add(conditions, "strpos(lower(reason), lower(?)) > 0", filter.reason());
        add(conditions, "status = ?", status == null ? null : status.name());
        add(conditions, "consumer_group = ?", filter.group());
        add(
                conditions,
                "message_key = ?",
                filter.key() == null ? null : filter.key().getBytes(UTF_8));
        add(conditions, "died_at >= ?", sqlTime(filter.from()));
        add(conditions, "died_at < ?", sqlTime(filter.to()));
        List<Object> values = new ArrayList<>(conditions.values());
        if (after != null) {
            conditions.put(BEHIND, after);
            values.addAll(List.of(after.topic(), after.partition(), after.offset()));
        }
        values.add(limit);
        return jdbc.sql(sql.formatted(conditions.isEmpty() ? "true" : String.join(" AND ", conditions.keySet())))
                .params(values);
    }

    private static void add(Map<String, Object> conditions, String condition, @Nullable Object value) {
        if (value != null) {
            conditions.put(condition, value);
        }
    }

    private static LetterId id(ResultSet row) throws SQLException {
        return new LetterId(row.getString("topic"), row.getInt("partition"), row.getLong("letter_offset"));
    }

    private static StoredLetter stored(ResultSet row, int number) throws SQLException {
        Why why = new Why(
                row.getInt("origin_partition"),
                row.getLong("origin_offset"),
                time(row, "origin_at"),
                row.getObject("died_at", OffsetDateTime.class).toInstant(),
                row.getString("consumer_group"),
                row.getString("reason"));
        Content content = new Content(
                row.getBytes("message_key"), row.getBytes("message"), JSON.readValue(row.getBytes("headers"), HEADERS));
        return new StoredLetter(
                new Letter(id(row), why, content, row.getBoolean("complete")),
                LetterStatus.valueOf(row.getString("status")),
                time(row, "settled_at"),
                row.getObject("sent_offset", Long.class));
    }

    private static @Nullable OffsetDateTime sqlTime(@Nullable Instant time) {
        return time == null ? null : time.atOffset(ZoneOffset.UTC);
    }

    private static @Nullable Instant time(ResultSet row, String column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }
}
