package dev.layeredsaga.orchestrator.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.messaging.heartbeat.Activity;
import dev.layeredsaga.messaging.heartbeat.Heartbeats;
import dev.layeredsaga.messaging.sweep.Sweeps;
import dev.layeredsaga.orchestrator.DatabaseSlice;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

class LetterRetentionTest {

    private static final ConfigurableApplicationContext CONTEXT = DatabaseSlice.start(DeadLetterTable.class);

    private final JdbcClient jdbc = CONTEXT.getBean(JdbcClient.class);

    @BeforeEach
    void clear() {
        jdbc.sql("TRUNCATE dead_letter CASCADE").update();
    }

    @Test
    void removesWhatWasSettledLongAgoWithItsActionsAndNothingElse() {
        letters(0, 1_200, "RESENT", 36);
        letters(1, 100, "DISCARDED", 400);
        letters(2, 30, "DISCARDED", 34);
        letters(3, 20, "OPEN", null);

        new Sweeps(
                        List.of(retention(500)),
                        List.of(),
                        CONTEXT.getBean(TransactionOperations.class),
                        new Heartbeats(),
                        new SimpleMeterRegistry(),
                        new Activity())
                .tick();

        assertThat(jdbc.sql("SELECT status || ' ' || count(*) FROM dead_letter GROUP BY status ORDER BY status")
                        .query(String.class)
                        .list())
                .isEqualTo(List.of("DISCARDED 30", "OPEN 20"));
        assertThat(jdbc.sql("SELECT count(*) FROM dead_letter_action")
                        .query(Integer.class)
                        .single())
                .isEqualTo(50);
    }

    @Test
    void refusesSettingsThatMakeNoSense() {
        assertThatThrownBy(() -> settings(0)).hasMessageStartingWith("orchestrator.dead-letters: ");
    }

    private LetterRetention retention(int batchSize) {
        return new LetterRetention(CONTEXT.getBean(DeadLetterTable.class), settings(batchSize));
    }

    private static LetterSettings settings(int batchSize) {
        return new LetterSettings(Duration.ofDays(35), Duration.ofHours(1), batchSize, 1, Duration.ofSeconds(1));
    }

    /** All of them are 500 days old. */
    private void letters(int partition, int count, String status, @Nullable Integer settledDaysAgo) {
        jdbc.sql("""
                WITH added AS (
                  INSERT INTO dead_letter (topic, partition, letter_offset, origin_partition, origin_offset, died_at, reason, headers,
                    complete, status, settled_at)
                  SELECT 'saga.replies.dlt', :partition, number, 0, number, now() - interval '500 days', 'old', '[]', true, :status,
                    now() - make_interval(days => :days)
                  FROM generate_series(1, :count) AS number
                  RETURNING topic, partition, letter_offset
                )
                INSERT INTO dead_letter_action (topic, partition, letter_offset, action, operator, reason, outcome)
                SELECT topic, partition, letter_offset, 'DISCARD', 'kim', 'old', 'DONE' FROM added
                """)
                .param("partition", partition)
                .param("status", status)
                .param("days", settledDaysAgo)
                .param("count", count)
                .update();
    }
}
