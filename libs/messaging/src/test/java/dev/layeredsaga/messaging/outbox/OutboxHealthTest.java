package dev.layeredsaga.messaging.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.messaging.envelope.MessageJson;
import dev.layeredsaga.messaging.fixture.MessagingDatabase;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import org.springframework.jdbc.core.JdbcTemplate;

class OutboxHealthTest {

    private final MessagingDatabase database = MessagingDatabase.connect(MessagingDatabase.migrated());
    private final JdbcTemplate jdbc = database.jdbc();
    private final OutboxHealth health = new OutboxHealth(new StuckTable(jdbc, MessageJson.mapper()));

    @Test
    void saysForHowLongMessagesHaveWaitedAndWhichAreStuck() {
        assertThat(health.health())
                .isEqualTo(Health.up().withDetail("oldestSeconds", 0L).build());
        jdbc.update("INSERT INTO outbox (sender, size, keys, messages, created_at)"
                + " VALUES (gen_random_uuid(), 1, '{a}', '[]', clock_timestamp() - interval '1 hour')");
        for (int position = 0; position < 2; position++) {
            jdbc.update(
                    "INSERT INTO outbox_stuck (parcel, position, topic, message_key, message, reason, created_at)"
                            + " VALUES (1, ?, 'saga.events', 'a', '[]', 'topic missing', clock_timestamp() - interval '2 hours')",
                    position);
        }

        Health now = health.health();

        assertThat(now.getStatus()).isEqualTo(Status.UP);
        assertThat(now.getDetails().get("oldestSeconds"))
                .asInstanceOf(InstanceOfAssertFactories.LONG)
                .isBetween(3_600L, 3_700L);
        assertThat(now.getDetails().get("stuck saga.events"))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsAllEntriesOf(Map.of("messages", 2L, "reason", "topic missing"));
        assertThat(now.getDetails()).hasSize(2);
    }

    @Test
    void isUnknownWithoutADatabase() {
        database.close();

        assertThat(health.health().getStatus()).isEqualTo(Status.UNKNOWN);
    }
}
