package dev.layeredsaga.testbed.infrastructure;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    private final @Nullable KafkaAdministrator administrator;
    private @Nullable KafkaRaftServer node;

    /** @param acls whether clients have to log in, and may do what ACLs grant them */
    EmbeddedKafkaServer(int port, Path data, boolean acls) {
        this.port = port;
        this.data = data;
        this.administrator = acls ? KafkaAdministrator.withFreshPassword() : null;
    }

    @Override
    public Map<String, Object> adminSettings() {
        Map<String, Object> settings = new HashMap<>(KafkaServer.super.adminSettings());
        if (administrator != null) {
            settings.putAll(administrator.settings());
        }
        return settings;
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
                Map<String, String> settings = EmbeddedKafkaSettings.of(port, Loopback.freePort(), data);
                if (administrator != null) {
                    settings.putAll(EmbeddedKafkaSettings.withAcls(administrator));
                }
                var started = new KafkaRaftServer(new KafkaConfig(settings, false), Time.SYSTEM);
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
