package dev.layeredsaga.messaging.held;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.contract.BoundedText;
import dev.layeredsaga.messaging.envelope.MessageJson;
import dev.layeredsaga.messaging.heartbeat.WakeUp;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowCallbackHandler;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * The messages that a service could not handle, in a table beside its inbox. A message is held for its key: those with the same key that
 * arrive later are held behind it, in their order, and everything else goes on. Messages without a key have no order. Thread-safe;
 * works across instances, as only the instance that has a partition holds its messages.
 */
public final class HeldMessages {

    private static final String INSERT = """
            INSERT INTO held_message
              (consumer, topic, partition, record_offset, record_time, message_key, headers, value, reason, attempts)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (consumer, topic, partition, record_offset, record_time) DO NOTHING
            """;

    /** The head of each key that is due; the due time is moved, which keeps other instances from taking it. */
    private static final String TAKE_DUE = """
            UPDATE held_message SET due_at = clock_timestamp() + make_interval(secs => ?)
            WHERE id IN (
              SELECT id FROM held_message head
              WHERE consumer = ANY (?) AND due_at <= clock_timestamp() AND NOT EXISTS (
                SELECT FROM held_message earlier
                WHERE earlier.consumer = head.consumer AND earlier.message_key = head.message_key AND earlier.id < head.id)
              ORDER BY due_at LIMIT ? FOR UPDATE SKIP LOCKED)
            RETURNING id, consumer, topic, partition, record_offset, record_time, message_key, headers, value, attempts
            """;

    private static final String LIST = """
            SELECT id, consumer, topic, partition, record_offset, message_key, reason, attempts, held_at FROM held_message
            ORDER BY id LIMIT ?
            """;

    private final JdbcTemplate jdbc;
    private final int most;
    private final JsonMapper json = MessageJson.mapper();
    private final AtomicLong changes = new AtomicLong();

    /** There may be messages to be tried again. */
    final WakeUp changed = new WakeUp();

    /** The number of changes at which there was no held message; -1 before that is known. */
    private volatile long emptyAt = -1;

    /** @param most the most messages to hold */
    public HeldMessages(JdbcTemplate jdbc, int most) {
        this.jdbc = jdbc;
        this.most = most;
    }

    /**
     * A message to be held.
     *
     * @param attempts how often it has been tried; 0 if it is held behind another
     */
    public record ToHold(ConsumerRecord<String, byte[]> record, String reason, int attempts) {}

    /**
     * A held message as an operator sees it.
     *
     * @param key null if it has none; then it has no order
     * @param reason why it could not be handled when it was last tried, or behind which one it is held
     * @param attempts how often it has been tried; 0 while it is behind another
     */
    public record HeldEntry(
            long id,
            String consumer,
            String topic,
            int partition,
            long offset,
            @Nullable String key,
            String reason,
            int attempts,
            Instant heldAt) {}

    /**
     * A held message.
     *
     * @param attempts how often it has been tried before
     */
    record Held(long id, String consumer, ConsumerRecord<String, byte[]> record, int attempts) {}

    /** Jackson has the bytes in Base64. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record StoredHeader(String name, byte @Nullable [] value) {}

    /**
     * Holds messages that the consumer could not handle, in their order. A message that is held already stays as it is.
     *
     * @throws IllegalStateException if there are as many held messages as there may be; none of these is held then
     * @throws org.springframework.dao.DataAccessException if the database does not take them; some may be held
     */
    public void hold(String consumer, List<ToHold> messages) {
        Integer held = jdbc.queryForObject(
                "SELECT count(*) FROM (SELECT FROM held_message LIMIT ?) AS counted", Integer.class, most);
        if (held != null && held >= most) {
            throw new IllegalStateException("%d messages are held, and at most %d may be".formatted(held, most));
        }
        jdbc.batchUpdate(INSERT, messages, messages.size(), (row, message) -> set(row, consumer, message));
        recheck();
    }

    private void set(PreparedStatement row, String consumer, ToHold message) throws SQLException {
        ConsumerRecord<String, byte[]> record = message.record();
        row.setString(1, consumer);
        row.setString(2, record.topic());
        row.setInt(3, record.partition());
        row.setLong(4, record.offset());
        row.setLong(5, record.timestamp());
        row.setBytes(6, bytesOf(record.key()));
        row.setString(7, json.writeValueAsString(stored(record.headers())));
        row.setBytes(8, record.value());
        row.setString(9, BoundedText.of(message.reason()));
        row.setInt(10, message.attempts());
    }

    /**
     * Returns those of the keys that the consumer has held messages of. Costs nothing while there is none of any key, and no partition has
     * come from another instance.
     */
    public Set<String> heldAmong(String consumer, Collection<String> keys) {
        if (isKnownToBeEmpty() || keys.isEmpty()) {
            return Set.of();
        }
        byte[][] wanted = keys.stream().distinct().map(HeldMessages::bytesOf).toArray(byte[][]::new);
        Set<String> held = new HashSet<>(jdbc.query(
                "SELECT DISTINCT message_key FROM held_message WHERE consumer = ? AND message_key = ANY (?)",
                (row, number) -> new String(row.getBytes(1), UTF_8),
                consumer,
                wanted));
        if (held.isEmpty()) {
            boolean unused = isEmpty();
        }
        return held;
    }

    /** Returns true if there is no held message. */
    boolean isEmpty() {
        long seen = changes.get();
        boolean empty =
                Boolean.TRUE.equals(jdbc.queryForObject("SELECT NOT EXISTS (SELECT FROM held_message)", Boolean.class));
        if (empty) {
            emptyAt = seen;
        }
        return empty;
    }

    /** Returns true if there was no held message when the table was last read, and none has been held since by this instance. */
    boolean isKnownToBeEmpty() {
        return emptyAt == changes.get();
    }

    /** Has the table read again, as there may be messages that another instance has held. */
    public void recheck() {
        changes.incrementAndGet();
        changed.now();
    }

    /** Returns held messages in their order, up to the limit. */
    public List<HeldEntry> list(int limit) {
        return jdbc.query(
                LIST,
                (row, number) -> new HeldEntry(
                        row.getLong("id"),
                        row.getString("consumer"),
                        row.getString("topic"),
                        row.getInt("partition"),
                        row.getLong("record_offset"),
                        text(row.getBytes("message_key")),
                        row.getString("reason"),
                        row.getInt("attempts"),
                        row.getTimestamp("held_at").toInstant()),
                limit);
    }

    /** Has a message tried again at once, if it is the first of its key; returns false if there is no such message. */
    public boolean retry(long id) {
        recheck();
        return jdbc.update("UPDATE held_message SET due_at = clock_timestamp() WHERE id = ?", id) == 1;
    }

    Optional<Held> find(long id) {
        return readable("SELECT * FROM held_message WHERE id = ?", id).stream().findFirst();
    }

    /** Returns messages of the consumers whose next try is due, the first of each key, and locks them for the given time. */
    List<Held> takeDue(Collection<String> consumers, int limit, Duration lock) {
        return readable(TAKE_DUE, lock.toMillis() / 1000.0, consumers.toArray(String[]::new), limit);
    }

    /** Leaves out rows that are damaged: they stay held, postponed with the reason. */
    private List<Held> readable(String sql, Object... parameters) {
        List<Held> readable = new ArrayList<>();
        Map<Long, String> unreadable = new HashMap<>();
        jdbc.query(
                sql,
                (RowCallbackHandler) row -> {
                    try {
                        readable.add(held(row));
                    } catch (RuntimeException e) {
                        unreadable.put(row.getLong("id"), "unreadable: " + e.getMessage());
                    }
                },
                parameters);
        unreadable.forEach(this::failedAgain);
        return readable;
    }

    private Held held(ResultSet row) throws SQLException {
        byte[] key = row.getBytes("message_key");
        byte[] value = row.getBytes("value");
        return new Held(
                row.getLong("id"),
                row.getString("consumer"),
                new ConsumerRecord<>(
                        row.getString("topic"),
                        row.getInt("partition"),
                        row.getLong("record_offset"),
                        row.getLong("record_time"),
                        TimestampType.CREATE_TIME,
                        key == null ? ConsumerRecord.NULL_SIZE : key.length,
                        value == null ? ConsumerRecord.NULL_SIZE : value.length,
                        text(key),
                        value,
                        headers(row.getString("headers")),
                        Optional.empty()),
                row.getInt("attempts"));
    }

    /** Lets go of a message; the next of its key is due when it is. */
    void remove(Held message) {
        jdbc.update("DELETE FROM held_message WHERE id = ?", message.id());
    }

    /** Postpones a message by a tenth of the time for which it has been held, at least 0.1 s and at most 30 s. */
    void failedAgain(long id, String reason) {
        jdbc.update("""
                UPDATE held_message SET attempts = attempts + 1, reason = ?, due_at = clock_timestamp()
                  + least(greatest((clock_timestamp() - held_at) / 10, interval '0.1 s'), interval '30 s')
                WHERE id = ?
                """, BoundedText.of(reason), id);
    }

    private static List<StoredHeader> stored(Headers headers) {
        List<StoredHeader> stored = new ArrayList<>();
        for (Header header : headers) {
            stored.add(new StoredHeader(header.key(), header.value()));
        }
        return stored;
    }

    private Headers headers(String stored) {
        Headers headers = new RecordHeaders();
        json.readValue(stored, new TypeReference<List<StoredHeader>>() {})
                .forEach(each -> headers.add(each.name(), each.value()));
        return headers;
    }

    private static @Nullable String text(byte @Nullable [] key) {
        return key == null ? null : new String(key, UTF_8);
    }

    private static byte @Nullable [] bytesOf(@Nullable String key) {
        return key == null ? null : key.getBytes(UTF_8);
    }
}
