package dev.layeredsaga.engine.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.engine.EngineOnDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests of the numbers that people are shown of many sagas at once. */
class NumbersOfSagasTest {

    private static final Duration LONG = Duration.ofMinutes(30);

    private final EngineOnDatabase database = EngineOnDatabase.empty();
    private final UnfinishedSagas unfinished = database.unfinishedSagas();

    @Test
    void groupsTheSagasThatRetryByWhatTheyWaitFor() {
        retrying("the agency is closed", Duration.ofHours(5));
        retrying("the agency is closed", Duration.ofHours(1));
        retrying("no answer from hotel", Duration.ofHours(2));
        retrying("not for long yet", Duration.ofSeconds(1));
        update(database.startedTrip(), "waits_for = 'in line', step_since = now() - interval '1 hour'");
        update(retrying("waits for a person", Duration.ofHours(1)), "status = 'STUCK'");

        List<UnfinishedSagas.Group> groups = unfinished.retrying(LONG, 10);

        assertThat(groups)
                .extracting(UnfinishedSagas.Group::on)
                .containsExactly("the agency is closed", "no answer from hotel");
        assertThat(groups.getFirst().sagas()).isEqualTo(2);
        assertThat(groups.getFirst().age()).isGreaterThanOrEqualTo(Duration.ofHours(5));
        assertThat(unfinished.stuck(10)).extracting(UnfinishedSagas.Group::on).containsExactly("waits for a person");
        assertThat(unfinished.retrying(LONG, 1)).hasSize(1);
    }

    @Test
    void findsTheSagasThatHaveHadNoReplyForLong() {
        update(database.startedTrip(), "step_since = now() - interval '5 hours'");
        update(
                database.startedTrip(),
                "step_since = now() - interval '1 hour', direction = 'BACKWARD', status = 'COMPENSATING'");
        update(database.startedTrip(), "step_since = now() - interval '1 second'");
        update(database.startedTrip(), "step_since = now() - interval '1 hour', waits_for = 'in line'");
        update(database.startedTrip(), "step_since = now() - interval '1 hour', sent_at = NULL");
        update(database.startedTrip(), "step_since = now() - interval '1 hour', status = 'STUCK'");
        update(database.startedTrip(), "step_since = now() - interval '1 hour', step = 'done by a local participant'");

        assertThat(unfinished.unanswered(LONG)).hasValueSatisfying(group -> {
            assertThat(group.sagas()).isEqualTo(2);
            assertThat(group.age()).isGreaterThanOrEqualTo(Duration.ofHours(5));
        });
        assertThat(unfinished.unanswered(Duration.ofDays(1))).isEmpty();
    }

    @Test
    void countsTheSagasThatWereCompensatedAmongThoseThatHaveEnded() {
        update(database.startedTrip(), "status = 'COMPLETED', updated_at = now()");
        update(database.startedTrip(), "status = 'COMPENSATED', updated_at = now()");
        update(database.startedTrip(), "status = 'COMPENSATED', updated_at = now()");

        assertThat(new SagaThroughput(database.sql())
                        .since(Instant.now().minus(Duration.ofHours(1)), Duration.ofDays(365)))
                .singleElement()
                .satisfies(interval -> {
                    assertThat(interval.ended()).isEqualTo(3);
                    assertThat(interval.compensated()).isEqualTo(2);
                });
    }

    /** A saga whose attempt has failed since it came to its step. */
    private UUID retrying(String why, Duration since) {
        UUID id = database.startedTrip();
        database.sql()
                .sql("UPDATE saga SET waits_for = ?, step_since = now() - ? * interval '1 ms' WHERE id = ?")
                .params(why, since.toMillis(), id)
                .update();
        database.sql()
                .sql("INSERT INTO saga_attempt (saga_id, step, direction, attempt, sent_at, ended_at, result)"
                        + " VALUES (?, 'train', 'FORWARD', 1, now(), now(), 'TRY_AGAIN')")
                .param(id)
                .update();
        return id;
    }

    private void update(UUID id, String assignments) {
        database.sql()
                .sql("UPDATE saga SET " + assignments + " WHERE id = ?")
                .param(id)
                .update();
    }
}
