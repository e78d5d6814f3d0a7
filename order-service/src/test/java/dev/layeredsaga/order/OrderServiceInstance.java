package dev.layeredsaga.order;

import static org.awaitility.Awaitility.await;

import dev.layeredsaga.messaging.failure.FailureKind;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A running order-service on its own port. All instances of a JVM share one database, as those of a deployment do. */
final class OrderServiceInstance implements AutoCloseable {

    private static final Map<String, String> FOR_TESTS = Map.of(
            "server.port", "0",
            "http.allowed-origins", "https://shop.example",
            // a test that is held up is neither a slow client nor a sender that has crashed
            "http.body-timeout", "10m",
            "server.tomcat.connection-timeout", "10m",
            "messaging.outbox.sweep-age", "1m");

    private final ConfigurableApplicationContext context;

    private OrderServiceInstance(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /** Returns the instance that most tests use; it runs until the JVM ends. */
    static OrderServiceInstance shared() {
        return Shared.INSTANCE;
    }

    /** Starts a further instance. An argument replaces the setting that it would have otherwise. */
    static OrderServiceInstance start(String... more) {
        return run(OrderServiceApplication.application(), more);
    }

    /** Starts an instance that has beans of a user's own. */
    static OrderServiceInstance startWithBeans(Class<?> beans) {
        SpringApplication application = OrderServiceApplication.application();
        application.addPrimarySources(List.of(beans));
        return run(application);
    }

    private static OrderServiceInstance run(SpringApplication application, String... more) {
        Map<String, String> settings = new HashMap<>(FOR_TESTS);
        settings.putAll(Shared.SETTINGS);
        for (String argument : more) {
            int end = argument.indexOf('=');
            settings.put(argument.substring("--".length(), end), argument.substring(end + 1));
        }
        String[] arguments = settings.entrySet().stream()
                .map(setting -> "--" + setting.getKey() + "=" + setting.getValue())
                .toArray(String[]::new);
        return new OrderServiceInstance(application.run(arguments));
    }

    Api api() {
        return new Api(port());
    }

    /** Returns the settings that all instances share. */
    static Map<String, String> settings() {
        return Shared.SETTINGS;
    }

    int port() {
        return Integer.parseInt(context.getEnvironment().getRequiredProperty("local.server.port"));
    }

    JdbcClient database() {
        return bean(JdbcClient.class);
    }

    /** Executes a statement that locks a table, again for as long as background work keeps it from that. */
    void changeTable(String sql) {
        await().ignoreExceptionsMatching(FailureKind::isLockTimeout).until(() -> {
            database().sql(sql).update();
            return true;
        });
    }

    /** Returns a connection that no pool keeps an eye on. */
    Connection connect() throws SQLException {
        String name =
                database().sql("SELECT current_database()").query(String.class).single();
        return SharedInfrastructure.get().postgres().connect(name);
    }

    long count(String table) {
        return database().sql("SELECT count(*) FROM " + table).query(Long.class).single();
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    @Override
    public void close() {
        context.close();
    }

    private static final class Shared {
        static final Map<String, String> SETTINGS = SharedInfrastructure.springProperties("orders");
        static final OrderServiceInstance INSTANCE = start(
                // above the default, which is meant for a small heap
                "--http.max-concurrent-requests=4000",
                "--order.waiting.in-all=3500",
                // otherwise it takes orders from instances that reconcile sooner, and leaves them for half a minute
                "--order.reconciliation.interval=1h",
                // lets thousands of simultaneous requests wait for a connection instead of failing with 503
                "--spring.datasource.hikari.connection-timeout=60000",
                "--server.tomcat.max-connections=8000");
    }
}
