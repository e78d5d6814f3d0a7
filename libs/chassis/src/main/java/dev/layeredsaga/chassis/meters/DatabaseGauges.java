package dev.layeredsaga.chassis.meters;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.transaction.TransactionException;

/**
 * Queries the database every few seconds, however often the meters are read. A gauge has no value while its query fails.
 * Thread-safe.
 */
public final class DatabaseGauges {

    private static final Logger log = LoggerFactory.getLogger(DatabaseGauges.class);

    private final List<DatabaseGauge> gauges;
    private final JdbcOperations jdbc;
    private final AtomicInteger looks = new AtomicInteger();
    private final Map<DatabaseGauge, Double> values = new ConcurrentHashMap<>();

    /** Registers the gauges; they have no value before the first poll. */
    public DatabaseGauges(List<DatabaseGauge> gauges, JdbcOperations jdbc, MeterRegistry meters) {
        this.gauges = gauges;
        this.jdbc = jdbc;
        gauges.forEach(gauge -> register(gauge, meters));
    }

    private void register(DatabaseGauge gauge, MeterRegistry meters) {
        Gauge.builder(gauge.name(), () -> values.getOrDefault(gauge, Double.NaN))
                .description(gauge.description())
                .baseUnit(gauge.unit().isEmpty() ? null : gauge.unit())
                .tags(gauge.tags())
                .register(meters);
    }

    /** Refreshes the values. */
    @Scheduled(fixedDelayString = "${messaging.meters.interval:5s}")
    public void look() {
        int number = looks.getAndIncrement();
        gauges.stream().filter(gauge -> number % gauge.everyNthLook() == 0).forEach(this::look);
    }

    private void look(DatabaseGauge gauge) {
        try {
            Double value = jdbc.queryForObject(gauge.sql(), Double.class);
            values.put(gauge, value == null ? 0.0 : value);
        } catch (DataAccessException | TransactionException e) {
            values.remove(gauge);
            log.debug("{} has no value: {}", gauge.name(), e.toString());
        }
    }
}
