package dev.layeredsaga.testbed.infrastructure;

import java.util.Map;
import java.util.UUID;

/** The user of a broker with ACLs to whom everything is allowed, and whom the broker itself acts as. */
record KafkaAdministrator(String password) {

    static final String NAME = "administrator";

    private static final String PLAIN = "org.apache.kafka.common.security.plain.PlainLoginModule required";

    static KafkaAdministrator withFreshPassword() {
        return new KafkaAdministrator(UUID.randomUUID().toString());
    }

    /** For its clients. */
    Map<String, Object> settings() {
        return Map.of(
                "security.protocol", "SASL_PLAINTEXT",
                "sasl.mechanism", "PLAIN",
                "sasl.jaas.config", "%s username=\"%s\" password=\"%s\";".formatted(PLAIN, NAME, password));
    }

    /** For the broker: whom it knows from the start, and whom it logs in as at itself. */
    String login() {
        return "%s username=\"%s\" password=\"%s\" user_%s=\"%s\";".formatted(PLAIN, NAME, password, NAME, password);
    }
}
