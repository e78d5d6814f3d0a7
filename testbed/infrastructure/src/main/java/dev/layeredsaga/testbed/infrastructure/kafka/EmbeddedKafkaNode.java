package dev.layeredsaga.testbed.infrastructure.kafka;

import dev.layeredsaga.testbed.infrastructure.server.Folders;
import dev.layeredsaga.testbed.infrastructure.server.ServerStartException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Exit;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;
import org.jspecify.annotations.Nullable;

/** A Kafka node inside this JVM. It keeps its folder from a stop to the next start. Thread-safe. */
final class EmbeddedKafkaNode {

    private static final String CLUSTER_ID = "bGF5ZXJlZC1zYWdhLTAwMQ";

    private final int id;
    private final Path data;
    private final Supplier<Map<String, String>> settings;
    private @Nullable KafkaRaftServer node;

    /** @param settings supplies the settings at each start */
    EmbeddedKafkaNode(int id, Path data, Supplier<Map<String, String>> settings) {
        this.id = id;
        this.data = data;
        this.settings = settings;
    }

    synchronized void start() {
        if (node == null) {
            keepTheJvmAlive();
            try {
                format();
                var started = new KafkaRaftServer(new KafkaConfig(settings.get(), false), Time.SYSTEM);
                node = started;
                started.startup();
            } catch (Exception e) {
                stop();
                throw new ServerStartException("Kafka", String.valueOf(e.getMessage()), e);
            }
        }
    }

    synchronized void stop() {
        if (node != null) {
            node.shutdown();
            node.awaitShutdown();
            node = null;
        }
    }

    /** Formats an empty folder; leaves a formatted one unchanged. */
    private void format() throws Exception {
        new Formatter()
                .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                .setNodeId(id)
                .setClusterId(CLUSTER_ID)
                .setDirectories(List.of(Folders.create(data).toString()))
                .setMetadataLogDirectory(data.toString())
                .setControllerListenerName(EmbeddedKafkaSettings.CONTROLLER)
                .setReleaseVersion(MetadataVersion.latestProduction())
                .setIgnoreFormatted(true)
                .run();
    }

    /** Prevents a failing broker from ending this JVM. */
    private static void keepTheJvmAlive() {
        Exit.Procedure refuse = (status, message) -> {
            throw new IllegalStateException("Kafka gave up with status %d: %s".formatted(status, message));
        };
        Exit.setExitProcedure(refuse);
        Exit.setHaltProcedure(refuse);
    }
}
