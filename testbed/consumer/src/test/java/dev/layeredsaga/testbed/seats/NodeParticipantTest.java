package dev.layeredsaga.testbed.seats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.conformance.Conformance;
import dev.layeredsaga.testbed.conformance.Conformance.Finding;
import dev.layeredsaga.testbed.conformance.Duty;
import dev.layeredsaga.testbed.conformance.KafkaBus;
import dev.layeredsaga.testbed.conformance.Participant;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure.TestDatabase;
import dev.layeredsaga.testbed.node.NodeProgram;
import dev.layeredsaga.testbed.shipping.EventTopics;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** The Node program of docs/writing-a-participant.md, as it stands there and with a duty taken out, tried by the conformance kit. */
@Tag("docs")
class NodeParticipantTest {

    private static final String PAGE = "writing-a-participant";
    private static final String TABLE =
            "CREATE TABLE booking (saga_id uuid PRIMARY KEY, seat text UNIQUE, freed boolean NOT NULL DEFAULT false)";

    @TempDir
    private Path folder;

    @Test
    void keepsEveryDuty() throws IOException, InterruptedException {
        assertThat(brokenBy(NodeProgram.code(PAGE, "js"))).isEmpty();
    }

    @Test
    void isFoundWithoutItsTombstone() throws IOException, InterruptedException {
        String program = NodeProgram.code(PAGE, "js");
        String without = program.replaceFirst(
                "(?s)`INSERT INTO booking \\(saga_id, freed\\).*?freed = true`",
                "`UPDATE booking SET seat = NULL, freed = true WHERE saga_id = \\$1`");
        assertThat(without).isNotEqualTo(program);

        assertThat(brokenBy(without)).containsExactly(Duty.TOMBSTONE);
    }

    private List<Duty> brokenBy(String program) throws IOException, InterruptedException {
        assertThat(Path.of("../../docs", PAGE + ".md")).content().contains(TABLE);
        EventTopics.create("seats.commands");
        EventTopics.create("saga.replies");
        TestDatabase seats = SharedInfrastructure.freshDatabase("seats");
        JdbcClient.create(new DriverManagerDataSource(seats.jdbcUrl(), seats.user(), seats.password()))
                .sql(TABLE)
                .update();
        Participant participant = Participant.read(NodeProgram.code(PAGE, "json"));
        String group = "groupId: \"seats-" + UUID.randomUUID() + "\"";
        try (NodeProgram node = NodeProgram.start(folder, program.replace("groupId: \"seats\"", group), seats);
                KafkaBus bus =
                        new KafkaBus(participant, SharedInfrastructure.get().kafkaBootstrapServers())) {
            List<Duty> broken = new Conformance(participant, bus, UUID::randomUUID, Duration.ofMinutes(1))
                    .findings()
                    .filter(finding -> finding.broken() != null)
                    .map(Finding::duty)
                    .toList();
            assertThat(node.isAlive()).as("%s", node.log()).isTrue();
            return broken;
        }
    }
}
