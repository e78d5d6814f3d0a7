package dev.layeredsaga.testbed.infrastructure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the shared infrastructure, and the contract for the one that {@code -Dinfra} names. */
@Tag("outage")
class SharedInfrastructureTest extends InfrastructureContract {

    @Override
    Infrastructure infrastructure() {
        return SharedInfrastructure.get();
    }

    @Test
    void isOnePerJvm() {
        assertThat(SharedInfrastructure.get()).isSameAs(SharedInfrastructure.get());
    }

    @Test
    void givesSpringTheServersAddresses() {
        assertThat(SharedInfrastructure.springProperties("orders"))
                .containsEntry(
                        "spring.kafka.bootstrap-servers", infrastructure().kafkaBootstrapServers())
                .containsEntry("inventory.redis.url", infrastructure().redisUrl())
                .containsEntry("spring.datasource.username", "postgres")
                .containsKeys("spring.datasource.url", "spring.datasource.password");
    }

    @Test
    void givesEveryTestADatabaseOfItsOwn() {
        var first = SharedInfrastructure.freshDatabase("orders");
        var second = SharedInfrastructure.freshDatabase("orders");
        assertThat(first.jdbcUrl()).isNotEqualTo(second.jdbcUrl());
        assertThat(Sql.in(infrastructure().postgres(), second.name()).ask("SELECT current_database()"))
                .startsWith("orders_");
    }
}
