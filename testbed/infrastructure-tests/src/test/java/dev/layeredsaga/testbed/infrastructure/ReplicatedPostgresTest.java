package dev.layeredsaga.testbed.infrastructure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.infrastructure.EmbeddedSettings.Durability;
import dev.layeredsaga.testbed.infrastructure.postgres.ReplicatedPostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("outage")
class ReplicatedPostgresTest {

    private final EmbeddedInfrastructure infrastructure =
            new EmbeddedInfrastructure(EmbeddedSettings.forTests().withDurability(Durability.STANDBY));
    private final ReplicatedPostgresServer postgres = infrastructure.replicatedPostgres();

    @BeforeEach
    void start() throws SQLException {
        postgres.start();
        onPrimary("CREATE TABLE kept (number int)");
    }

    @AfterEach
    void stop() {
        infrastructure.close();
    }

    @Test
    void losesNothingWhenItFailsOverAgainAndAgain() throws SQLException {
        for (int number = 1; number <= 3; number++) {
            onPrimary("INSERT INTO kept VALUES (%d)".formatted(number));

            postgres.failOver();
            onPrimary("INSERT INTO kept VALUES (-%d)".formatted(number));

            assertThat(kept()).isEqualTo(2 * number);
            postgres.addStandby();
        }
    }

    @Test
    void goesOnAfterBothServersHaveBeenStopped() throws SQLException {
        onPrimary("INSERT INTO kept VALUES (1)");

        postgres.stop();
        postgres.start();
        onPrimary("INSERT INTO kept VALUES (2)");
        postgres.failOver();

        assertThat(kept()).isEqualTo(2);
    }

    /** Connects like the services, with a URL that names both servers. */
    private void onPrimary(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private int kept() throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet count = statement.executeQuery("SELECT count(*) FROM kept")) {
            count.next();
            return count.getInt(1);
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(postgres.jdbcUrl("postgres"), postgres.user(), postgres.password());
    }
}
