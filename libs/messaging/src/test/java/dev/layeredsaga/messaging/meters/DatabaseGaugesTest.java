package dev.layeredsaga.messaging.meters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure.TestDatabase;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

class DatabaseGaugesTest {

    private final TestDatabase database = SharedInfrastructure.freshDatabase("gauges");
    private final DriverManagerDataSource connections =
            new DriverManagerDataSource(database.jdbcUrl(), database.user(), database.password());
    private final JdbcTemplate jdbc = new JdbcTemplate(connections);
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final DatabaseGauges gauges = new DatabaseGauges(
            List.of(
                    DatabaseGauge.count("bad", "", "SELECT count(*) FROM missing"),
                    DatabaseGauge.count("often", "", "SELECT nextval('often')"),
                    DatabaseGauge.count("seldom", "", "SELECT nextval('seldom')")
                            .rarely()),
            jdbc,
            meters,
            Duration.ofHours(1));

    DatabaseGaugesTest() {
        jdbc.execute("CREATE SEQUENCE often");
        jdbc.execute("CREATE SEQUENCE seldom");
    }

    @Test
    void haveNoValueBeforeTheFirstPoll() {
        assertThat(value("often")).isNaN();
    }

    @Test
    void areQueriedInEveryPollOrEverySixth() {
        for (int poll = 1; poll <= 6; poll++) {
            gauges.tick();
        }
        assertThat(value("often")).isEqualTo(6);
        assertThat(value("seldom")).isEqualTo(1);

        gauges.tick();

        assertThat(value("seldom")).isEqualTo(2);
    }

    @Test
    void haveNoValueWhileTheirOwnQueryFails() {
        gauges.tick();

        assertThat(value("bad")).isNaN();
        assertThat(value("often")).isEqualTo(1);
    }

    @Test
    void haveNoValueWhileTheDatabaseIsUnavailable() {
        gauges.tick();
        connections.setPassword("wrong");
        connections.setUrl("jdbc:postgresql://localhost:1/none");

        assertThatThrownBy(gauges::tick).isInstanceOf(CannotGetJdbcConnectionException.class);

        assertThat(value("often")).isNaN();
        assertThat(value("seldom")).as("although its query was not due").isNaN();
    }

    private double value(String gauge) {
        return meters.get(gauge).gauge().value();
    }
}
