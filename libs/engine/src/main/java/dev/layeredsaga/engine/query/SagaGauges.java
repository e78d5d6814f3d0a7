package dev.layeredsaga.engine.query;

import dev.layeredsaga.engine.state.SagaStatus;
import dev.layeredsaga.messaging.meters.DatabaseGauge;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Gauges of sagas in flight, the age of the oldest stuck one, and the due-loop's lag. */
@Configuration(proxyBeanMethods = false)
public class SagaGauges {

    @Bean
    DatabaseGauge sagasRunning() {
        return inFlight(SagaStatus.RUNNING);
    }

    @Bean
    DatabaseGauge sagasCompensating() {
        return inFlight(SagaStatus.COMPENSATING);
    }

    @Bean
    DatabaseGauge sagasStuck() {
        return inFlight(SagaStatus.STUCK);
    }

    private static DatabaseGauge inFlight(SagaStatus status) {
        return DatabaseGauge.count(
                        "saga.in.flight",
                        "Sagas that have not ended, by status",
                        "SELECT count(*) FROM saga WHERE status = '" + status + "'")
                .tagged("status", status.name());
    }

    @Bean
    DatabaseGauge stuckSince() {
        return DatabaseGauge.seconds(
                "saga.stuck.oldest.age",
                "For how long the saga that is stuck the longest has been in its step",
                "SELECT extract(epoch FROM clock_timestamp() - min(step_since)) FROM saga WHERE status = 'STUCK'");
    }

    @Bean
    DatabaseGauge dueLag() {
        return DatabaseGauge.seconds(
                "saga.due.lag",
                "By how much the due-loop is late with the saga that has been due the longest",
                "SELECT greatest(0, extract(epoch FROM clock_timestamp() - min(due_at))) FROM saga WHERE wake_at <= (SELECT clock_timestamp())");
    }
}
