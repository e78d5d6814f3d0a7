package dev.layeredsaga.messaging.meters;

import static java.util.stream.Collectors.joining;

import dev.layeredsaga.messaging.heartbeat.BackgroundTask;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.util.Assert;

/**
 * Queries the database every few seconds, however often the meters are read. A gauge has no value while its query fails.
 * Thread-safe.
 */
public final class DatabaseGauges implements BackgroundTask {

    private static final Logger log = LoggerFactory.getLogger(DatabaseGauges.class);

    /** As long as a statement may take, and the wait for its connection. */
    private static final Duration LONGEST_QUERY = Duration.ofSeconds(20);

    private final List<DatabaseGauge> gauges;
    private final JdbcOperations jdbc;
    private final Duration interval;
    private final AtomicInteger polls = new AtomicInteger();
    private final Map<DatabaseGauge, Double> values = new ConcurrentHashMap<>();

    /** Registers the gauges; they have no value before the first poll. */
    public DatabaseGauges(List<DatabaseGauge> gauges, JdbcOperations jdbc, MeterRegistry meters, Duration interval) {
        Assert.isTrue(interval.isPositive(), "messaging.meters.interval must be positive: " + interval);
        this.gauges = gauges;
        this.jdbc = jdbc;
        this.interval = interval;
        gauges.forEach(gauge -> register(gauge, meters));
    }

    private void register(DatabaseGauge gauge, MeterRegistry meters) {
        Gauge.builder(gauge.name(), () -> values.getOrDefault(gauge, Double.NaN))
                .description(gauge.description())
                .baseUnit(gauge.unit().isEmpty() ? null : gauge.unit())
                .tags(gauge.tags())
                .register(meters);
    }

    @Override
    public Schedule schedule() {
        return new Schedule("database-gauges", interval, interval.plus(LONGEST_QUERY.multipliedBy(gauges.size())));
    }

    /**
     * Refreshes the values.
     *
     * @throws CannotGetJdbcConnectionException if the database is unavailable; then no gauge has a value
     */
    @Override
    public void tick() {
        int number = polls.getAndIncrement();
        List<DatabaseGauge> due = gauges.stream()
                .filter(gauge -> number % gauge.everyNthPoll() == 0)
                .toList();
        refresh(due);
    }

    /** In one statement; if that fails, one by one. */
    private void refresh(List<DatabaseGauge> due) {
        String columns =
                due.stream().map(gauge -> "(" + gauge.sql() + ")::float8").collect(joining(", "));
        try {
            jdbc.query("SELECT " + columns, row -> {
                for (int i = 0; i < due.size(); i++) {
                    values.put(due.get(i), row.getDouble(i + 1));
                }
            });
        } catch (CannotGetJdbcConnectionException e) {
            // the others would wait for one, too; the next poll asks for all
            values.clear();
            polls.set(0);
            throw e;
        } catch (DataAccessException e) {
            if (due.size() > 1) {
                due.forEach(gauge -> refresh(List.of(gauge)));
                return;
            }
            due.forEach(gauge -> {
                values.remove(gauge);
                log.debug("{} has no value: {}", gauge.name(), e.toString());
            });
        }
    }
}
