package dev.layeredsaga.testbed.infrastructure.kafka;

import dev.layeredsaga.testbed.infrastructure.server.Loopback;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** Settings of a Kafka node, sized for a developer's machine. */
final class EmbeddedKafkaSettings {

    static final int NODE_ID = 1;
    static final int SECOND_BROKER_ID = 2;
    static final String CONTROLLER = "CONTROLLER";
    private static final String BROKER = "BROKER";

    private EmbeddedKafkaSettings() {}

    static Map<String, String> of(int port, int controllerPort, Path data) {
        var settings = new HashMap<String, String>();
        settings.putAll(roles(port, controllerPort));
        settings.putAll(aloneInTheCluster());
        settings.putAll(small());
        settings.put("log.dirs", data.toString());
        settings.put("auto.create.topics.enable", "false");
        return settings;
    }

    /** Returns the settings of a node that is only a broker, in the cluster whose controller is the first node. */
    static Map<String, String> ofSecondBroker(int port, int controllerPort, Path data) {
        var settings = of(port, controllerPort, data);
        var broker = "%s://%s:%d".formatted(BROKER, Loopback.HOST, port);
        settings.put("node.id", Integer.toString(SECOND_BROKER_ID));
        settings.put("process.roles", "broker");
        settings.put("listeners", broker);
        return settings;
    }

    private static Map<String, String> roles(int port, int controllerPort) {
        var broker = "%s://%s:%d".formatted(BROKER, Loopback.HOST, port);
        var controller = "%s:%d".formatted(Loopback.HOST, controllerPort);
        return Map.of(
                "node.id",
                Integer.toString(NODE_ID),
                "process.roles",
                "broker,controller",
                "listeners",
                "%s,%s://%s".formatted(broker, CONTROLLER, controller),
                "advertised.listeners",
                broker,
                "listener.security.protocol.map",
                "%s:PLAINTEXT,%s:PLAINTEXT".formatted(BROKER, CONTROLLER),
                "inter.broker.listener.name",
                BROKER,
                "controller.listener.names",
                CONTROLLER,
                "controller.quorum.voters",
                "%d@%s".formatted(NODE_ID, controller));
    }

    /** Returns additional settings: clients log in by SCRAM and are bound by ACLs, the nodes log in as the administrator. */
    static Map<String, String> withAcls(KafkaAdministrator administrator) {
        return Map.of(
                "listener.security.protocol.map",
                "%s:SASL_PLAINTEXT,%s:SASL_PLAINTEXT".formatted(BROKER, CONTROLLER),
                "listener.name.broker.sasl.enabled.mechanisms",
                "SCRAM-SHA-512,PLAIN",
                "listener.name.controller.sasl.enabled.mechanisms",
                "PLAIN",
                "sasl.mechanism.inter.broker.protocol",
                "PLAIN",
                "sasl.mechanism.controller.protocol",
                "PLAIN",
                "listener.name.broker.plain.sasl.jaas.config",
                administrator.login(),
                "listener.name.broker.scram-sha-512.sasl.jaas.config",
                "org.apache.kafka.common.security.scram.ScramLoginModule required;",
                "listener.name.controller.plain.sasl.jaas.config",
                administrator.login(),
                "authorizer.class.name",
                "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
                "super.users",
                "User:" + KafkaAdministrator.NAME);
    }

    private static Map<String, String> aloneInTheCluster() {
        return Map.of(
                "offsets.topic.replication.factor", "1",
                "transaction.state.log.replication.factor", "1",
                "transaction.state.log.min.isr", "1",
                "share.coordinator.state.topic.replication.factor", "1",
                "share.coordinator.state.topic.min.isr", "1",
                "group.initial.rebalance.delay.ms", "0");
    }

    private static Map<String, String> small() {
        return Map.of(
                "num.network.threads", "2",
                "num.io.threads", "2",
                "background.threads", "2",
                "offsets.topic.num.partitions", "4",
                "transaction.state.log.num.partitions", "4",
                "log.index.size.max.bytes", "1048576",
                "log.cleaner.dedupe.buffer.size", "4194304");
    }

    /** The superuser of a broker with ACLs, and the identity of the broker itself. */
    record KafkaAdministrator(String password) {

        static final String NAME = "administrator";

        private static final String PLAIN = "org.apache.kafka.common.security.plain.PlainLoginModule required";

        static KafkaAdministrator withFreshPassword() {
            return new KafkaAdministrator(UUID.randomUUID().toString());
        }

        /** Returns the settings of the administrator's clients. */
        Map<String, Object> settings() {
            return Map.of(
                    "security.protocol", "SASL_PLAINTEXT",
                    "sasl.mechanism", "PLAIN",
                    "sasl.jaas.config", "%s username=\"%s\" password=\"%s\";".formatted(PLAIN, NAME, password));
        }

        /** Returns the broker's JAAS configuration: its initial user, and the user as which it logs in to itself. */
        String login() {
            return "%s username=\"%s\" password=\"%s\" user_%s=\"%s\";"
                    .formatted(PLAIN, NAME, password, NAME, password);
        }
    }
}
