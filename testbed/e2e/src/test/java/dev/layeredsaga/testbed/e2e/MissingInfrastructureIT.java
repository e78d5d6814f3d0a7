package dev.layeredsaga.testbed.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.server.Loopback;
import dev.layeredsaga.testbed.process.SeparateSystem;
import dev.layeredsaga.testbed.process.ServiceProcess;
import dev.layeredsaga.testbed.process.TrainedPrograms;
import dev.layeredsaga.testbed.system.Service;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A service that lacks what it needs says so in one line and ends. */
@Execution(ExecutionMode.SAME_THREAD)
@Tag("outage")
class MissingInfrastructureIT {

    private final Infrastructure infrastructure = SharedInfrastructure.get();

    @ParameterizedTest
    @CsvSource({
        "ORDERS, DATABASE_URL, jdbc:postgresql://localhost:1/orders, PostgreSQL, localhost:1",
        "ORCHESTRATOR, KAFKA_BOOTSTRAP_SERVERS, localhost:1, Kafka, localhost:1",
        "INVENTORY, DATABASE_URL, jdbc:postgresql://localhost:1/inventory, PostgreSQL, localhost:1"
    })
    void namesWhatIsMissingAndWhere(Service service, String variable, String nowhere, String part, String place) {
        Map<String, String> environment = new HashMap<>(
                SeparateSystem.environmentFor(infrastructure, service.database() + "_missing", "http://localhost:1"));
        environment.put(variable, nowhere);
        environment.put("MESSAGING_STARTUP_WAIT", "1s");

        try (ServiceProcess process = TrainedPrograms.FOR_TESTS.start(service.serviceName(), 0, environment)) {
            assertThat(process.awaitExit()).isNotZero();
            assertThat(process.output()).contains(part, place).doesNotContain("\tat ");
        }
    }

    /** Redis only shields the database from contention. */
    @ParameterizedTest
    @ValueSource(strings = {"redis", "actor", "none"})
    void startsTheInventoryWithoutRedis(String provider) {
        Map<String, String> environment = new HashMap<>(
                SeparateSystem.environmentFor(infrastructure, "inventory_without_redis", "http://localhost:1"));
        environment.put("REDIS_URL", "redis://localhost:1");
        environment.put("INVENTORY_LOCKING_PROVIDER", provider);

        try (ServiceProcess process =
                TrainedPrograms.FOR_TESTS.start(Service.INVENTORY.serviceName(), Loopback.freePort(), environment)) {
            process.awaitReady();
        }
    }

    @Test
    void namesARedisUrlThatIsNone() {
        Map<String, String> environment =
                new HashMap<>(SeparateSystem.environmentFor(infrastructure, "inventory_missing", "http://localhost:1"));
        environment.put("REDIS_URL", "localhost:6379");

        try (ServiceProcess process =
                TrainedPrograms.FOR_TESTS.start(Service.INVENTORY.serviceName(), 0, environment)) {
            assertThat(process.awaitExit()).isNotZero();
            assertThat(process.output())
                    .contains("inventory.redis is not set right: inventory.redis.url must be redis://host:port")
                    .doesNotContain("\tat ");
        }
    }
}
