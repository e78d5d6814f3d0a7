package dev.layeredsaga.testbed.infrastructure.kafka;

import dev.layeredsaga.testbed.infrastructure.server.Server;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;

/** A single Kafka broker. It does not create topics automatically. */
public interface KafkaServer extends Server {

    @Override
    default String name() {
        return "Kafka";
    }

    /** Returns the settings of a client with all permissions. */
    default Map<String, Object> adminSettings() {
        return Map.of("bootstrap.servers", bootstrapServers());
    }

    default String bootstrapServers() {
        return "%s:%d".formatted(host(), port());
    }

    @Override
    default boolean isReady() {
        var settings = new HashMap<>(adminSettings());
        settings.put("default.api.timeout.ms", 5_000);
        settings.put("request.timeout.ms", 5_000);
        try (var admin = Admin.create(settings)) {
            return !admin.describeCluster().nodes().get(5, TimeUnit.SECONDS).isEmpty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException | TimeoutException e) {
            return false;
        }
    }
}
