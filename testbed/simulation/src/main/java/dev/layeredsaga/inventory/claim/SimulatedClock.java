package dev.layeredsaga.inventory.claim;

import dev.layeredsaga.testbed.simulation.database.Database;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.springframework.jdbc.core.JdbcTemplate;

/** Answers the one question that {@link dev.layeredsaga.messaging.time.DatabaseClock} asks. */
final class SimulatedClock extends JdbcTemplate {

    private final Database database;

    SimulatedClock(Database database) {
        this.database = database;
    }

    @Override
    public <T> T queryForObject(String sql, Class<T> type) {
        return type.cast(OffsetDateTime.ofInstant(database.now(), ZoneOffset.UTC));
    }
}
