package dev.layeredsaga.testbed.bench.service;

import dev.layeredsaga.inventory.InventoryServiceApplication;
import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import dev.layeredsaga.testbed.infrastructure.ServiceSettings;
import dev.layeredsaga.testbed.system.Arguments;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** An instance of the inventory-service in this JVM, on a database of its own. */
public final class HostedInventory implements AutoCloseable {

    private final ConfigurableApplicationContext context;
    private final JdbcTemplate database;
    private final InventoryClient client;

    /**
     * Starts the instance, which serves no commands of sagas.
     *
     * @param counterGate true to count claims in Redis before the database
     */
    public HostedInventory(Infrastructure servers, String database, boolean counterGate) {
        servers.postgres().createDatabase(database);
        Map<String, String> settings = settings(servers, database);
        settings.put("inventory.commands.auto-startup", "false");
        settings.put("inventory.locking.counter-gate", String.valueOf(counterGate));
        SpringApplication application = InventoryServiceApplication.application();
        application.setRegisterShutdownHook(false);
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
        return settings;
    }

    public InventoryClient client() {
        return client;
    }

    public JdbcTemplate database() {
        return database;
    }

    @Override
    public void close() {
        context.close();
    }
}
