package dev.layeredsaga.testbed.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.testbed.infrastructure.kafka.KafkaServer;
import dev.layeredsaga.testbed.process.Jars;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.tools.AclCommand;
import org.junit.jupiter.api.Tag;

/** The users of a Kafka that goes by ACLs. Their passwords are made anew each time. */
@Tag("outage")
final class KafkaUsers implements AutoCloseable {

    private final KafkaServer kafka;
    private final Admin admin;
    private final Map<String, String> passwords = new HashMap<>();

    KafkaUsers(KafkaServer kafka) {
        this.kafka = kafka;
        this.admin = Admin.create(kafka.adminSettings());
    }

    void create(String... users) {
        for (String user : users) {
            String password = UUID.randomUUID().toString();
            passwords.put(user, password);
            await(admin.alterUserScramCredentials(List.of(new UserScramCredentialUpsertion(
                            user, new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4096), password)))
                    .all());
        }
    }

    /** Grants what the project's own script grants, by the command that it calls. */
    void grantWhatIsDocumented() {
        try {
            Path settings = Files.createTempFile("administrator", ".properties");
            Properties properties = new Properties();
            properties.putAll(kafka.adminSettings());
            try (var file = Files.newBufferedWriter(settings)) {
                properties.store(file, null);
            }
            for (String[] command : commands(settings)) {
                AclCommand.main(command);
            }
            Files.delete(settings);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private List<String[]> commands(Path settings) throws IOException {
        String script = Jars.projectRoot().resolve("docker/kafka/acls").toString();
        ProcessBuilder builder = new ProcessBuilder(
                        script, "--bootstrap-server", kafka.bootstrapServers(), "--command-config", settings.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("KAFKA_ACLS", "echo");
        Process process = builder.start();
        List<String[]> commands = new ArrayList<>();
        for (String line : new String(process.getInputStream().readAllBytes(), UTF_8)
                .lines()
                .toList()) {
            commands.add(line.split(" "));
        }
        return commands;
    }

    void grant(String user, AclOperation operation, String topic) {
        await(admin.createAcls(List.of(acl(user, operation, topic))).all());
    }

    void revoke(String user, AclOperation operation, String topic) {
        await(admin.deleteAcls(List.of(acl(user, operation, topic).toFilter())).all());
    }

    private static AclBinding acl(String user, AclOperation operation, String topic) {
        return new AclBinding(
                new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL),
                new AccessControlEntry("User:" + user, "*", operation, AclPermissionType.ALLOW));
    }

    /** Returns what a client of the user's needs to log in. */
    Map<String, Object> settingsOf(String user) {
        return Map.of(
                "bootstrap.servers",
                kafka.bootstrapServers(),
                "security.protocol",
                "SASL_PLAINTEXT",
                "sasl.mechanism",
                "SCRAM-SHA-512",
                "sasl.jaas.config",
                login(user));
    }

    /** The same for a service, as docs/security.md has it. */
    Map<String, String> environmentOf(String user) {
        return Map.of(
                "SPRING_KAFKA_SECURITY_PROTOCOL", "SASL_PLAINTEXT",
                "SPRING_KAFKA_PROPERTIES_SASL_MECHANISM", "SCRAM-SHA-512",
                "SPRING_KAFKA_PROPERTIES_SASL_JAAS_CONFIG", login(user));
    }

    private String login(String user) {
        return "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"%s\" password=\"%s\";"
                .formatted(user, passwords.get(user));
    }

    private static <T> T await(KafkaFuture<T> answer) {
        try {
            return answer.get(20, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        admin.close();
    }
}
