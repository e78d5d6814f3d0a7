package dev.layeredsaga.chassis.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.messaging.failure.StartupException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.env.MockEnvironment;

class RequiredServersTest {

    private final MockEnvironment environment = new MockEnvironment()
            .withProperty("spring.datasource.url", "jdbc:postgresql://db/orders?password=secret")
            .withProperty("spring.kafka.bootstrap-servers", "one:9092,two:9093");

    @Test
    void namesTheDatabaseAndKafka() {
        assertThat(RequiredServers.namedIn(environment))
                .extracting(server -> server.name() + " at " + server.place())
                .containsExactly("PostgreSQL at db:5432", "Kafka at one:9092,two:9093");
    }

    @Test
    void doesNotRequireRedisEvenIfItIsConfigured() {
        environment.setProperty("inventory.redis.url", "redis://cache");

        assertThat(RequiredServers.namedIn(environment))
                .extracting(RequiredServer::name)
                .containsExactly("PostgreSQL", "Kafka");
    }

    @Test
    void wantsAPasswordInProduction() {
        environment.setActiveProfiles("production");

        assertThatThrownBy(() -> RequiredServers.namedIn(environment))
                .isInstanceOf(StartupException.class)
                .hasMessageStartingWith("DATABASE_PASSWORD is not set");
        environment.setProperty("spring.datasource.password", "a secret");
        assertThat(RequiredServers.namedIn(environment)).isNotEmpty();
    }

    @Test
    void refusesAConfigurationWithoutDatabase() {
        environment.setProperty("spring.datasource.url", " ");

        assertThatThrownBy(() -> RequiredServers.namedIn(environment))
                .isInstanceOf(StartupException.class)
                .hasMessage("spring.datasource.url is not set");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            spring.datasource.url          | postgres://db/orders
            spring.datasource.url          | jdbc:postgresql://db:port/orders
            spring.datasource.url          | jdbc:postgresql://db:70000/orders
            spring.kafka.bootstrap-servers | localhost
            spring.kafka.bootstrap-servers | localhost:9092,
            """)
    void namesThePropertyThatIsMalformed(String property, String value) {
        environment.setProperty(property, value);

        assertThatThrownBy(() -> RequiredServers.namedIn(environment))
                .isInstanceOf(StartupException.class)
                .hasMessageStartingWith(property + " is malformed")
                .hasMessageNotContaining("\n");
    }
}
