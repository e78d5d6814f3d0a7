package dev.layeredsaga.testbed.infrastructure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.testbed.infrastructure.server.Loopback;
import dev.layeredsaga.testbed.infrastructure.server.Server;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Contract of every infrastructure: the behaviour that tests rely on. */
abstract class InfrastructureContract {

    abstract Infrastructure infrastructure();

    @Test
    void everyServerAnswers() {
        assertThat(answering()).containsExactly(true, true, true);
    }

    @Test
    void runsPostgres18() {
        assertThat(Sql.in(infrastructure().postgres(), "postgres").ask("SHOW server_version"))
                .startsWith("18");
    }

    @Test
    void createsADatabaseOnce() {
        var postgres = infrastructure().postgres();
        postgres.createDatabase("created_once");
        postgres.createDatabase("created_once");
        assertThat(Sql.in(postgres, "created_once").ask("SELECT current_database()"))
                .isEqualTo("created_once");
    }

    @Test
    void refusesWhatIsNoDatabaseName() {
        assertThatThrownBy(() -> infrastructure().postgres().createDatabase("x; DROP DATABASE y"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void createsNoTopicByItself() {
        assertThat(new Topic(infrastructure().kafka(), "never.created").exists())
                .isFalse();
        assertThatThrownBy(() -> new Topic(infrastructure().kafka(), "never.created").send("lost"))
                .hasMessageContaining("never.created");
    }

    @Test
    void everyServerGoesAndComesBackOnItsPort() {
        for (var server : servers()) {
            int port = server.port();
            server.stop();
            assertThat(Loopback.isFree(port)).as(server.name()).isTrue();
            server.start();
            assertThat(server.port()).isEqualTo(port);
        }
        assertThat(answering()).containsExactly(true, true, true);
    }

    @Test
    void postgresKeepsItsRowsWhileItIsAway() {
        var postgres = infrastructure().postgres();
        postgres.createDatabase("kept");
        Sql.in(postgres, "kept").run("CREATE TABLE seat AS SELECT 7 AS number");
        postgres.stop();
        postgres.start();
        assertThat(Sql.in(postgres, "kept").ask("SELECT number FROM seat")).isEqualTo("7");
    }

    @Test
    void kafkaKeepsItsMessagesWhileItIsAway() {
        var topic = new Topic(infrastructure().kafka(), "kept");
        topic.create();
        topic.send("still here");
        infrastructure().kafka().stop();
        infrastructure().kafka().start();
        assertThat(topic.first()).isEqualTo("still here");
    }

    @Test
    void stoppingTwiceAndStartingTwiceIsHarmless() {
        var redis = infrastructure().redis();
        redis.stop();
        redis.stop();
        redis.start();
        redis.start();
        assertThat(redis.isReady()).isTrue();
    }

    private List<Boolean> answering() {
        return List.of(
                infrastructure().postgres().isReady(),
                infrastructure().redis().isReady(),
                infrastructure().kafka().isReady());
    }

    private List<Server> servers() {
        return List.of(
                infrastructure().postgres(),
                infrastructure().redis(),
                infrastructure().kafka());
    }
}
