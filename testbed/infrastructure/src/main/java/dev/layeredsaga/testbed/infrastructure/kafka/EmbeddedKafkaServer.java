package dev.layeredsaga.testbed.infrastructure.kafka;

import dev.layeredsaga.testbed.infrastructure.kafka.EmbeddedKafkaSettings.KafkaAdministrator;
import dev.layeredsaga.testbed.infrastructure.server.Loopback;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Kafka inside this JVM: one node that is both broker and controller, and a second broker on demand. */
public final class EmbeddedKafkaServer implements KafkaServer {

    private final int port;
    private final Path data;
    private final @Nullable KafkaAdministrator administrator;
    private final EmbeddedKafkaNode node;
    private final EmbeddedKafkaNode secondBroker;
    private volatile int controllerPort;

    /** @param acls true if clients must log in and may do only what ACLs grant them */
    public EmbeddedKafkaServer(int port, Path data, boolean acls) {
        this.port = port;
        this.data = data;
        this.administrator = acls ? KafkaAdministrator.withFreshPassword() : null;
        this.node = new EmbeddedKafkaNode(EmbeddedKafkaSettings.NODE_ID, data, this::settings);
        this.secondBroker = new EmbeddedKafkaNode(
                EmbeddedKafkaSettings.SECOND_BROKER_ID, folderOfSecondBroker(), this::settingsOfSecondBroker);
    }

    private Map<String, String> settings() {
        controllerPort = Loopback.freePort();
        Map<String, String> settings = EmbeddedKafkaSettings.of(port, controllerPort, data);
        if (administrator != null) {
            settings.putAll(EmbeddedKafkaSettings.withAcls(administrator));
        }
        return settings;
    }

    private Path folderOfSecondBroker() {
        return data.resolveSibling(data.getFileName() + "-2");
    }

    private Map<String, String> settingsOfSecondBroker() {
        return EmbeddedKafkaSettings.ofSecondBroker(Loopback.freePort(), controllerPort, folderOfSecondBroker());
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
    public void start() {
        node.start();
    }

    /** Stops the second broker, too. */
    @Override
    public void stop() {
        secondBroker.stop();
        node.stop();
    }

    /** @throws IllegalStateException if clients must log in, which this broker does not support */
    public void startSecondBroker() {
        if (administrator != null) {
            throw new IllegalStateException("there is no second broker where clients have to log in");
        }
        secondBroker.start();
    }

    public void stopSecondBroker() {
        secondBroker.stop();
    }
}
