package dev.layeredsaga.testbed.bench.service;

import com.zaxxer.hikari.HikariDataSource;
import dev.layeredsaga.inventory.InventoryServiceApplication;
import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import dev.layeredsaga.testbed.infrastructure.ServiceSettings;
import dev.layeredsaga.testbed.system.Arguments;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** An instance of the inventory-service in this JVM, on a database of its own. */
public final class HostedInventory implements AutoCloseable {

    private final RecordedTimers timers = new RecordedTimers();
    private final ConfigurableApplicationContext context;
    private final JdbcTemplate database;
    private final InventoryClient client;

    /**
     * Starts the instance.
     *
     * @param provider the lock provider, as in {@code inventory.locking.provider}
     * @param commands true if it serves the sagas' commands
     */
    public HostedInventory(Infrastructure servers, String database, String provider, boolean commands) {
        servers.postgres().createDatabase(database);
        Map<String, String> settings = settings(servers, database);
        settings.put("inventory.locking.provider", provider);
        settings.put("inventory.commands.auto-startup", Boolean.toString(commands));
        SpringApplication application = InventoryServiceApplication.application();
        application.setRegisterShutdownHook(false);
        application.addInitializers(starting -> starting.getBeanFactory().registerSingleton("recordedTimers", timers));
        this.context = application.run(Arguments.of(settings));
        this.database = Databases.access(servers.postgres(), database);
        this.client = new InventoryClient(
                URI.create("http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port")));
    }

    private static Map<String, String> settings(Infrastructure servers, String database) {
        Map<String, String> settings = new HashMap<>(ServiceSettings.on(servers, database));
        settings.put("server.address", "127.0.0.1");
        settings.put("server.port", "0");
        settings.put("spring.main.banner-mode", "off");
        // rejections are what is measured; their log lines would bury the table
        settings.put("logging.level.dev.layeredsaga.inventory", "ERROR");
        settings.put("logging.level.org.redisson", "OFF");
        // percentiles of the last seconds only, so that one measurement does not affect the next
        settings.put("management.metrics.distribution.expiry.inventory.section", "3s");
        return settings;
    }

    public InventoryClient client() {
        return client;
    }

    public JdbcTemplate database() {
        return database;
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
