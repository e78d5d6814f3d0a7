package dev.layeredsaga.testbed.infrastructure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.testbed.infrastructure.server.ServerStartException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("outage")
class EmbeddedInfrastructureTest {

    private static final List<String> DURABILITY = List.of("fsync", "synchronous_commit", "full_page_writes");

    private final EmbeddedSettings settings = EmbeddedSettings.forTests();

    @Test
    void isNotDurableUnlessAsked() {
        try (var infrastructure = EmbeddedInfrastructure.start(settings)) {
            assertThat(durabilityOf(infrastructure)).containsOnly("off");
        }
    }

    @Test
    void survivesARestartInItsDataDirectoryAndIsDurableWhenAsked(@TempDir Path data) {
        var lasting = settings.withDataIn(data).withDurability();
        try (var before = EmbeddedInfrastructure.start(lasting)) {
            assertThat(durabilityOf(before)).containsOnly("on");
            before.postgres().createDatabase("orders");
            new Topic(before.kafka(), "orders.events").create();
        }
        try (var after = EmbeddedInfrastructure.start(lasting)) {
            assertThat(Sql.in(after.postgres(), "orders").ask("SELECT current_database()"))
                    .isEqualTo("orders");
            assertThat(new Topic(after.kafka(), "orders.events").exists()).isTrue();
        }
    }

    @Test
    void leavesNothingBehindAndReportsEveryServer() {
        var leftovers = Leftovers.now();
        var received = new ConcurrentLinkedQueue<String>();
        var infrastructure = EmbeddedInfrastructure.start(settings.reportingTo(
                (server, took) -> received.add("%s %s".formatted(server.name(), took.isPositive()))));
        assertThat(leftovers.since()).as("while it runs").hasSizeGreaterThan(2);
        infrastructure.close();
        infrastructure.close();
        assertThat(received).containsExactlyInAnyOrder("PostgreSQL true", "Redis true", "Kafka true");
        assertThat(leftovers.since()).isEmpty();
    }

    @Test
    void leavesNothingBehindWhenOneServerFails(@TempDir Path data) throws Exception {
        Files.writeString(data.resolve("kafka"), "not a folder");
        var leftovers = Leftovers.now();
        assertThatThrownBy(() -> EmbeddedInfrastructure.start(settings.withDataIn(data)))
                .isInstanceOf(ServerStartException.class)
                .hasMessageStartingWith("Kafka did not start: ");
        assertThat(leftovers.since()).isEmpty();
    }

    @Test
    void cannotBeStartedOnceClosed() {
        var infrastructure = new EmbeddedInfrastructure(settings);
        infrastructure.close();
        assertThatThrownBy(infrastructure::start).isInstanceOf(IllegalStateException.class);
    }

    private static List<String> durabilityOf(Infrastructure infrastructure) {
        return DURABILITY.stream()
                .map(setting -> Sql.in(infrastructure.postgres(), "postgres").ask("SHOW " + setting))
                .toList();
    }
}
