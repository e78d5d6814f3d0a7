package dev.layeredsaga.testbed.infrastructure;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The settings with which a service works on given servers, as Spring names them. */
public final class ServiceSettings {

    private ServiceSettings() {}

    /**
     * Returns the settings with which a service uses these servers and trusts the {@link LocalIssuer}.
     *
     * @param database the name of its database, which exists already
     */
    public static Map<String, String> on(Infrastructure servers, String database) {
        Map<String, String> settings = new HashMap<>(LocalIssuer.get().settings());
        settings.put("spring.datasource.url", servers.postgres().jdbcUrl(database));
        settings.put("spring.datasource.username", servers.postgres().user());
        settings.put("spring.datasource.password", servers.postgres().password());
        settings.put("spring.kafka.bootstrap-servers", servers.kafkaBootstrapServers());
        settings.put("inventory.redis.url", servers.redisUrl());
        return settings;
    }

    /**
     * Returns the settings as environment variables, for a process of its own.
     *
     * @see <a href="https://docs.spring.io/spring-boot/reference/features/external-config.html">Spring Boot, binding from
     *     environment variables</a>
     */
    public static Map<String, String> asEnvironment(Map<String, String> settings) {
        return settings.entrySet().stream()
                .collect(Collectors.toMap(setting -> variable(setting.getKey()), Map.Entry::getValue));
    }

    /** Upper case, dots as underscores, no dashes. */
    private static String variable(String property) {
        return property.replace("-", "").replace('.', '_').toUpperCase(Locale.ROOT);
    }
}
