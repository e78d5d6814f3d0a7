package dev.layeredsaga.testbed.bench.service;

import com.zaxxer.hikari.HikariDataSource;
import dev.layeredsaga.inventory.InventoryServiceApplication;
import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import dev.layeredsaga.testbed.system.Arguments;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** An instance of the inventory-service in this JVM, on a database of its own. */
public final class HostedInventory implements AutoCloseable {

    private final ConfigurableApplicationContext context;
    private final RecordedTimers timers;

    private HostedInventory(ConfigurableApplicationContext context, RecordedTimers timers) {
        this.context = context;
        this.timers = timers;
    }

    /** @param provider the lock provider, as in {@code inventory.locking.provider} */
    public static HostedInventory start(Infrastructure servers, String database, String provider) {
        return start(servers, database, provider, Map.of());
    }

    /** @param more settings that override the usual ones */
    public static HostedInventory start(
            Infrastructure servers, String database, String provider, Map<String, String> more) {
        servers.postgres().createDatabase(database);
        Map<String, String> settings = settings(servers, database);
        settings.put("inventory.locking.provider", provider);
        settings.putAll(more);
        SpringApplication application = InventoryServiceApplication.application();
        application.setRegisterShutdownHook(false);
        RecordedTimers timers = new RecordedTimers();
        application.addInitializers(context -> context.getBeanFactory().registerSingleton("recordedTimers", timers));
        return new HostedInventory(application.run(Arguments.of(settings)), timers);
    }

    private static Map<String, String> settings(Infrastructure servers, String database) {
        Map<String, String> settings = new HashMap<>(LocalIssuer.get().settings());
        settings.put("server.address", "127.0.0.1");
        settings.put("server.port", "0");
        settings.put("spring.main.banner-mode", "off");
        settings.put("spring.datasource.url", servers.postgres().jdbcUrl(database));
        settings.put("spring.datasource.username", servers.postgres().user());
        settings.put("spring.datasource.password", servers.postgres().password());
        settings.put("spring.kafka.bootstrap-servers", servers.kafkaBootstrapServers());
        settings.put("inventory.redis.url", servers.redisUrl());
        // rejections are what is measured; their log lines would bury the table
        settings.put("logging.level.dev.layeredsaga.inventory", "ERROR");
        settings.put("logging.level.org.redisson", "OFF");
        // percentiles of the last seconds only, so that one measurement does not affect the next
        settings.put("management.metrics.distribution.expiry.inventory.section", "3s");
        return settings;
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port"));
    }

    public MeterRegistry meters() {
        return context.getBean(MeterRegistry.class);
    }

    /** Returns all recorded times of the service's sections. */
    public RecordedTimers timers() {
        return timers;
    }

    /** Returns the number of database connections now in use. */
    public int activeConnections() {
        return context.getBean(HikariDataSource.class).getHikariPoolMXBean().getActiveConnections();
    }

    @Override
    public void close() {
        context.close();
    }
}
