package dev.layeredsaga.chassis.startup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.chassis.startup.RequiredServer.Finding;
import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RequiredServerTest {

    private final Infrastructure infrastructure = SharedInfrastructure.get();
    private final String database = infrastructure.postgres().jdbcUrl("postgres");
    private final String user = infrastructure.postgres().user();
    private final String password = infrastructure.postgres().password();

    @Test
    void findsServersThatAreThere() {
        assertThat(List.of(
                        DatabaseServer.of(database, user, password),
                        KafkaCluster.of(List.of(infrastructure.kafkaBootstrapServers()), Map.of())))
                .extracting(RequiredServer::probe)
                .containsOnly(new Finding.Ready());
    }

    @Test
    void missesServersThatAreNotThere() throws IOException {
        String nowhere = "localhost:" + closedPort();

        assertThat(List.of(
                        DatabaseServer.of("jdbc:postgresql://" + nowhere + "/orders", user, password),
                        KafkaCluster.of(List.of(nowhere), Map.of())))
                .extracting(RequiredServer::probe)
                .containsOnly(new Finding.Missing("Connection refused"));
    }

    @Test
    void findsKafkaWhenOneOfItsServersIsThere() throws IOException {
        List<String> servers = List.of("localhost:" + closedPort(), infrastructure.kafkaBootstrapServers());

        assertThat(KafkaCluster.of(servers, Map.of()).probe()).isEqualTo(new Finding.Ready());
    }

    @Test
    void saysThatTheDatabaseDoesNotExist() {
        String other = infrastructure.postgres().jdbcUrl("nowhere");

        assertThat(DatabaseServer.of(other, user, password).probe())
                .isEqualTo(new Finding.Missing("FATAL: database \"nowhere\" does not exist"));
    }

    /** The embedded server accepts any password on this machine, but refuses an unknown user. */
    @Test
    void saysThatTheDatabaseRefusesTheUser() {
        assertThat(DatabaseServer.of(database, "nobody", password).probe())
                .isInstanceOfSatisfying(
                        Finding.Refusing.class,
                        refusing -> assertThat(refusing.reason()).contains("nobody"));
    }

    @Test
    void saysThatTheHostIsUnknown() {
        assertThat(KafkaCluster.of(List.of("nowhere.invalid:9092"), Map.of()).probe())
                .isEqualTo(new Finding.Missing("unknown host"));
    }

    private static int closedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
