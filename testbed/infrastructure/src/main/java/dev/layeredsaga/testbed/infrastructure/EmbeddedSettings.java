package dev.layeredsaga.testbed.infrastructure;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How the embedded servers run.
 *
 * @param ports where they listen
 * @param dataDirectory where PostgreSQL and Kafka keep what shall survive a restart; empty: in a temporary folder that
 *     goes when they stop
 * @param durable whether PostgreSQL writes through to the disk before it says "committed"; faster without
 * @param kafkaAcls whether Kafka wants its clients to log in, and goes by ACLs; there are none at first
 * @param listener hears of each server that is up
 */
public record EmbeddedSettings(
        Ports ports, Optional<Path> dataDirectory, boolean durable, boolean kafkaAcls, StartListener listener) {

    /** For tests: free ports, a temporary folder, not durable, silent. */
    public static EmbeddedSettings forTests() {
        return new EmbeddedSettings(Ports.FREE, Optional.empty(), false, false, StartListener.SILENT);
    }

    public EmbeddedSettings withPorts(Ports chosen) {
        return new EmbeddedSettings(chosen, dataDirectory, durable, kafkaAcls, listener);
    }

    public EmbeddedSettings withDataIn(Path directory) {
        return new EmbeddedSettings(ports, Optional.of(directory), durable, kafkaAcls, listener);
    }

    public EmbeddedSettings withDurability() {
        return new EmbeddedSettings(ports, dataDirectory, true, kafkaAcls, listener);
    }

    public EmbeddedSettings reportingTo(StartListener heard) {
        return new EmbeddedSettings(ports, dataDirectory, durable, kafkaAcls, heard);
    }

    public EmbeddedSettings withKafkaAcls() {
        return new EmbeddedSettings(ports, dataDirectory, durable, true, listener);
    }
}
