package dev.layeredsaga.testbed.infrastructure;

import java.util.Map;
import java.util.UUID;

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
        return "%s username=\"%s\" password=\"%s\" user_%s=\"%s\";".formatted(PLAIN, NAME, password, NAME, password);
    }
}
