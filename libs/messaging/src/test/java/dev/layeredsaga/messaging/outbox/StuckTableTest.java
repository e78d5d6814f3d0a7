package dev.layeredsaga.messaging.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.messaging.envelope.MessageJson;
import dev.layeredsaga.messaging.fixture.MessagingDatabase;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

/** Stuck messages that go back into the outbox, and the rows that they become. */
class StuckTableTest {

    private static final String TOPIC = "topic";

    private final MessagingDatabase database = MessagingDatabase.connect(MessagingDatabase.migrated());
    private final JdbcTemplate jdbc = database.jdbc();
    private final StuckTable table = new StuckTable(jdbc, MessageJson.mapper());

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void putsTheMessagesOfAKeyIntoOneRowInFrontOfWhatHasJoinedThem() {
        stuck(1, "a", TOPIC);
        stuck(2, "b", TOPIC);
        stuck(3, "a", TOPIC);

        assertThat(table.requeue(List.of(TOPIC), 500)).isEqualTo(2);

        assertThat(outbox()).containsExactly("1 a 1 3", "2 b 2");
        assertThat(remaining()).isEmpty();
    }

    /** Coming back, they get positions in the batch of the first, which must not be behind those that have stayed. */
    @Test
    void partsNoBatch() {
        stuck(1, "a", TOPIC);
        stuck(1, "b", TOPIC);
        stuck(1, "a", TOPIC);
        stuck(2, "a", TOPIC);

        assertThat(table.requeue(List.of(TOPIC), 1)).isEqualTo(1);

        assertThat(outbox()).containsExactly("1 a,b 1 1 1");
        assertThat(remaining()).containsExactly("2 a");
    }

    @Test
    void leavesWhatIsBehindAMessageThatIsNotDueOrCannotBeReadAndWhatHasAnotherTopic() {
        stuck(1, "late", TOPIC);
        stuck(2, "late", TOPIC);
        stuck(3, "damaged", TOPIC);
        stuck(4, "damaged", TOPIC);
        stuck(5, "late", "missing");
        stuck(6, "damaged", "other");
        jdbc.update("UPDATE outbox_stuck SET due_at = clock_timestamp() + interval '1 hour' WHERE parcel = 1");
        jdbc.update("UPDATE outbox_stuck SET message = 'no JSON' WHERE parcel = 3");

        assertThat(table.requeue(List.of(TOPIC, "other"), 500)).isEqualTo(1);

        assertThat(outbox()).containsExactly("6 damaged 6");
        assertThat(remaining()).containsExactly("1 late", "2 late", "3 damaged", "4 damaged", "5 late");
        assertThat(jdbc.queryForObject("SELECT reason FROM outbox_stuck WHERE due_at = 'infinity'", String.class))
                .startsWith("unreadable: ");
    }

    @Test
    void waitsWhileAnotherKeysMessagesOfTheBatchAreInTheOutbox() {
        stuck(1, "a", TOPIC);
        stuck(1, "b", "missing");
        assertThat(table.requeue(List.of(TOPIC), 500)).isEqualTo(1);

        assertThat(table.requeue(List.of(TOPIC, "missing"), 500)).isZero();

        jdbc.update("DELETE FROM outbox");
        assertThat(table.requeue(List.of(TOPIC, "missing"), 500)).isEqualTo(1);
        assertThat(outbox()).containsExactly("1 b 1");
    }

    @Test
    void comesBackOlderSoThatNoProcessDeletesItByTheTimeOfBefore() {
        stuck(1, "a", TOPIC);
        String before = jdbc.queryForObject("SELECT created_at::text FROM outbox_stuck", String.class);

        assertThat(table.requeue(List.of(TOPIC), 500)).isEqualTo(1);

        assertThat(jdbc.queryForObject(
                        "SELECT ?::timestamptz - created_at = interval '1 microsecond' FROM outbox",
                        Boolean.class,
                        before))
                .isTrue();
    }

    /** Adds a message that says its batch, and is due. */
    private void stuck(long batch, String key, String topic) {
        jdbc.update("""
                INSERT INTO outbox_stuck (parcel, position, topic, message_key, message, reason, created_at)
                SELECT ?, count(*), ?, ?, '[{"topic": "t", "key": "' || ? || '", "headers": {}, "value": "' || ? || '"}]', 'a test',
                  clock_timestamp() FROM outbox_stuck WHERE parcel = ?
                """, batch, topic, key, key, batch, batch);
    }

    /** Returns the rows: number, keys and values. */
    private List<String> outbox() {
        return jdbc.query("""
                SELECT id || ' ' || array_to_string(keys, ',') || ' ' || string_agg(each ->> 'value', ' ' ORDER BY nr) AS row
                FROM outbox, json_array_elements(messages::json) WITH ORDINALITY AS several (each, nr) GROUP BY id ORDER BY id
                """, (row, number) -> row.getString("row"));
    }

    private List<String> remaining() {
        return jdbc.query(
                "SELECT parcel || ' ' || message_key AS row FROM outbox_stuck ORDER BY parcel, position",
                (row, number) -> row.getString("row"));
    }
}
