package dev.layeredsaga.order;

import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A running order-service on its own port. All instances of a JVM share one database, as those of a deployment do. */
final class OrderServiceInstance implements AutoCloseable {

    private final ConfigurableApplicationContext context;

    private OrderServiceInstance(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /** Returns the instance that most tests use; it runs until the JVM ends. */
    static OrderServiceInstance shared() {
        return Shared.INSTANCE;
    }

    /** Starts a further instance. */
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
        String[] arguments = Stream.concat(
                        Stream.concat(
                                Stream.of("--server.port=0", "--http.allowed-origins=https://shop.example"),
                                Stream.of(more)),
                        Shared.SETTINGS.entrySet().stream()
                                .map(setting -> "--" + setting.getKey() + "=" + setting.getValue()))
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
                "--http.body-timeout=2s",
                "--server.tomcat.connection-timeout=2s",
                // above the default, which is meant for a small heap
                "--http.max-concurrent-requests=4000",
                "--orders.waiting.in-all=3500",
                // otherwise it takes orders from instances that reconcile sooner, and leaves them for half a minute
                "--order.reconciliation.interval=1h",
                // lets thousands of simultaneous requests wait for a connection instead of failing with 503
                "--spring.datasource.hikari.connection-timeout=60000",
                "--server.tomcat.max-connections=8000");
    }
}
