package dev.layeredsaga.testbed.infrastructure;

import dev.layeredsaga.testbed.infrastructure.Infrastructure.StartListener;
import dev.layeredsaga.testbed.infrastructure.server.Ports;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Settings of the embedded servers.
 *
 * @param ports the ports of the servers
 * @param dataDirectory the folder of PostgreSQL's and Kafka's data that must survive a restart; if empty, a temporary folder
 *     that is deleted when they stop
 * @param durability the failures that PostgreSQL's commits survive; less durability is faster
 * @param kafkaAcls true if Kafka requires its clients to log in and applies ACLs; there are none at first
 * @param listener receives each server that has started
 */
public record EmbeddedSettings(
        Ports ports, Optional<Path> dataDirectory, Durability durability, boolean kafkaAcls, StartListener listener) {

    /** The worst failure that loses no committed data. */
    public enum Durability {
        /** No failure: only the end of a session. */
        NONE,
        /** A crash of the server. */
        DISK,
        /** The loss of the server: a standby has every commit. */
        STANDBY
    }

    /** Returns settings for tests: free ports, a temporary folder, no durability, no listener. */
    public static EmbeddedSettings forTests() {
        return new EmbeddedSettings(Ports.FREE, Optional.empty(), Durability.NONE, false, StartListener.SILENT);
    }

    public EmbeddedSettings withPorts(Ports chosen) {
        return new EmbeddedSettings(chosen, dataDirectory, durability, kafkaAcls, listener);
    }

    public EmbeddedSettings withDataIn(Path directory) {
        return new EmbeddedSettings(ports, Optional.of(directory), durability, kafkaAcls, listener);
    }

    public EmbeddedSettings withDurability() {
        return withDurability(Durability.DISK);
    }

    public EmbeddedSettings withDurability(Durability wanted) {
        return new EmbeddedSettings(ports, dataDirectory, wanted, kafkaAcls, listener);
    }

    public EmbeddedSettings reportingTo(StartListener listener) {
        return new EmbeddedSettings(ports, dataDirectory, durability, kafkaAcls, listener);
    }

    public EmbeddedSettings withKafkaAcls() {
        return new EmbeddedSettings(ports, dataDirectory, durability, true, listener);
    }
}
