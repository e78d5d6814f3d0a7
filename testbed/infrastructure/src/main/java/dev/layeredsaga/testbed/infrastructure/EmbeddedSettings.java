package dev.layeredsaga.testbed.infrastructure;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How the embedded servers run.
 *
 * @param ports where they listen
 * @param dataDirectory where PostgreSQL and Kafka keep what shall survive a restart; empty: in a temporary folder that
 *     goes when they stop
 * @param durability what commits of PostgreSQL survive; the less, the faster
 * @param kafkaAcls whether Kafka wants its clients to log in, and goes by ACLs; there are none at first
 * @param listener hears of each server that is up
 */
public record EmbeddedSettings(
        Ports ports, Optional<Path> dataDirectory, Durability durability, boolean kafkaAcls, StartListener listener) {

    /** The worst after which nothing that was committed is missing. */
    public enum Durability {
        /** The end of a session. */
        NONE,
        /** A crash of the server. */
        DISK,
        /** The loss of the server: a standby has every commit, too. */
        STANDBY
    }

    /** For tests: free ports, a temporary folder, not durable, silent. */
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

    public EmbeddedSettings reportingTo(StartListener heard) {
        return new EmbeddedSettings(ports, dataDirectory, durability, kafkaAcls, heard);
    }

    public EmbeddedSettings withKafkaAcls() {
        return new EmbeddedSettings(ports, dataDirectory, durability, true, listener);
    }
}
