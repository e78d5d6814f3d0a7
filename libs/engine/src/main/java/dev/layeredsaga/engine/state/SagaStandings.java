package dev.layeredsaga.engine.state;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** The standings and ends of sagas, for features that compare with it what they keep of their own. Thread-safe. */
public final class SagaStandings {

    private static final String SELECT = """
            SELECT id, status, ended_at, ARRAY(SELECT action FROM saga_action
              WHERE saga_action.saga_id = saga.id
                AND action IN ('SKIP', 'RESOLVE_COMPLETED', 'RESOLVE_COMPENSATED')) AS by_hand
            FROM saga WHERE
            """;

    private static final String ENDED_AFTER = SELECT + """
             definition = ? AND ended_at > ? AND ended_at < (SELECT clock_timestamp() - make_interval(secs => ?))
            ORDER BY ended_at FETCH FIRST ? ROWS WITH TIES
            """;

    private static final String TO_COMPARE_AGAIN = """
            UPDATE saga SET release_again_at = NULL WHERE id IN (
              SELECT id FROM saga WHERE definition = ? AND release_again_at <= (SELECT clock_timestamp()) LIMIT ? FOR UPDATE SKIP LOCKED)
            RETURNING id
            """;

    private static final String COMPARE_AGAIN = """
            UPDATE saga SET release_again_at = clock_timestamp()
              + greatest(clock_timestamp() - ended_at, interval '10 s')
            WHERE id = ?
            """;

    private static final String UNFINISHED = "SELECT id FROM saga WHERE " + SagaStatus.UNFINISHED
            + " AND definition = ? AND created_at < clock_timestamp() - make_interval(secs => ?) AND id > ? ORDER BY id LIMIT ?";

    private final JdbcTemplate jdbc;

    SagaStandings(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * The standing of a saga.
     *
     * @param endedAt null if it has not ended
     * @param byHand what operators did in place of a participant, or decided about its end
     */
    public record Standing(
            UUID id, SagaStatus status, @Nullable Instant endedAt, Set<SagaAction> byHand) {}

    /**
     * Returns these sagas by their ids; one that is not there is missing.
     *
     * @param definition theirs; null for any
     */
    public Map<UUID, Standing> of(@Nullable String definition, Collection<UUID> ids) {
        return ids.isEmpty()
                ? Map.of()
                : jdbc
                        .query(
                                SELECT + "id = ANY (?) AND definition = coalesce(?, definition)",
                                SagaStandings::standing,
                                ids.toArray(UUID[]::new),
                                definition)
                        .stream()
                        .collect(Collectors.toMap(Standing::id, Function.identity()));
    }

    /**
     * Returns the next sagas of the definition that ended after {@code position} and longer than {@code age} ago, in the order of their ends: {@code limit},
     * and those that ended together with the last.
     */
    public List<Standing> endedAfter(String definition, Instant position, Duration age, int limit) {
        return jdbc.query(
                ENDED_AFTER, SagaStandings::standing, definition, Timestamp.from(position), seconds(age), limit);
    }

    /** Has an ended saga returned once by {@link #toCompareAgain}: the longer after its end, the later, and not within 10 s. */
    public void compareAgain(UUID id) {
        jdbc.update(COMPARE_AGAIN, id);
    }

    /** Returns up to {@code limit} sagas of the definition whose time to be compared again has come, each to one caller whose transaction commits. */
    public Collection<Standing> toCompareAgain(String definition, int limit) {
        return of(definition, jdbc.query(TO_COMPARE_AGAIN, SagaStandings::id, definition, limit))
                .values();
    }

    /** Returns up to {@code limit} sagas of the definition behind {@code after} that began longer than {@code age} ago and have not ended, by id. */
    public List<UUID> unfinished(String definition, Duration age, UUID after, int limit) {
        return jdbc.query(UNFINISHED, SagaStandings::id, definition, seconds(age), after, limit);
    }

    /** Returns the data of those of the sagas that have this definition, as it is stored. */
    public Map<UUID, String> data(String definition, Collection<UUID> ids) {
        Map<UUID, String> found = new HashMap<>();
        if (!ids.isEmpty()) {
            jdbc.query(
                    "SELECT id, data FROM saga WHERE definition = ? AND id = ANY (?)",
                    row -> {
                        found.put(id(row, 0), row.getString("data"));
                    },
                    definition,
                    ids.toArray(UUID[]::new));
        }
        return found;
    }

    private static UUID id(ResultSet row, int number) throws SQLException {
        return row.getObject("id", UUID.class);
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }

    private static Standing standing(ResultSet row, int number) throws SQLException {
        Timestamp endedAt = row.getTimestamp("ended_at");
        return new Standing(
                id(row, number),
                SagaStatus.valueOf(row.getString("status")),
                endedAt == null ? null : endedAt.toInstant(),
                Stream.of((String[]) row.getArray("by_hand").getArray())
                        .map(SagaAction::valueOf)
                        .collect(Collectors.toUnmodifiableSet()));
    }
}
