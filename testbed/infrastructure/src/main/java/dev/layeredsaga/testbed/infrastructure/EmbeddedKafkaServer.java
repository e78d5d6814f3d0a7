package dev.layeredsaga.testbed.infrastructure;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Exit;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;
import org.jspecify.annotations.Nullable;

/** One Kafka node, broker and controller at once, inside this JVM. */
final class EmbeddedKafkaServer implements KafkaServer {

    private static final String CLUSTER_ID = "bGF5ZXJlZC1zYWdhLTAwMQ";

    private final int port;
    private final Path data;
    private @Nullable KafkaRaftServer node;

    EmbeddedKafkaServer(int port, Path data) {
        this.port = port;
        this.data = data;
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public synchronized void start() {
        if (node == null) {
            keepTheJvmAlive();
            try {
                format();
                var started = new KafkaRaftServer(
                        new KafkaConfig(EmbeddedKafkaSettings.of(port, Loopback.freePort(), data), false), Time.SYSTEM);
                node = started;
                started.startup();
            } catch (Exception e) {
                stop();
                throw new ServerStartException(name(), String.valueOf(e.getMessage()), e);
            }
        }
    }

    @Override
    public synchronized void stop() {
        if (node != null) {
            node.shutdown();
            node.awaitShutdown();
            node = null;
        }
    }

    /** Prepares an empty folder; leaves one that has been in use as it is. */
    private void format() throws Exception {
        new Formatter()
                .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                .setNodeId(EmbeddedKafkaSettings.NODE_ID)
                .setClusterId(CLUSTER_ID)
                .setDirectories(List.of(Folders.create(data).toString()))
                .setMetadataLogDirectory(data.toString())
                .setControllerListenerName(EmbeddedKafkaSettings.CONTROLLER)
                .setReleaseVersion(MetadataVersion.latestProduction())
                .setIgnoreFormatted(true)
                .run();
    }

    /** A broker in trouble ends its process; here that process is not its own. */
    private static void keepTheJvmAlive() {
        Exit.Procedure refuse = (status, message) -> {
            throw new IllegalStateException("Kafka gave up with status %d: %s".formatted(status, message));
        };
        Exit.setExitProcedure(refuse);
        Exit.setHaltProcedure(refuse);
    }
}
