package dev.layeredsaga.order.placement.follow.postgres;

import dev.layeredsaga.messaging.heartbeat.Heartbeats;
import dev.layeredsaga.messaging.heartbeat.Heartbeats.Heartbeat;
import dev.layeredsaga.order.placement.follow.OrderChangeFeed;
import dev.layeredsaga.order.placement.follow.OrderChangeSender;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.context.SmartLifecycle;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * Notifications by PostgreSQL's {@code LISTEN} and {@code NOTIFY}: sent by the transaction that changes orders, delivered to all
 * instances after its commit. Uses one connection and one thread per instance; after a lost connection all followers are woken once,
 * because notifications may have been lost.
 */
@Component
final class PostgresNews implements OrderChangeSender, SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(PostgresNews.class);
    private static final String CHANNEL = "order_news";
    /** Keeps a notification below PostgreSQL's limit of 8,000 bytes. */
    private static final int IDS_PER_MESSAGE = 200;

    private static final int LOOK_UP_MILLIS = 500;
    private static final long PAUSE_MILLIS = 1_000;
    private static final Duration PROBE_INTERVAL = Duration.ofSeconds(10);
    private static final int PROBE_SECONDS = 5;

    private final JdbcTemplate jdbc;
    private final JdbcConnectionDetails database;
    private final OrderChangeFeed news;
    private final Heartbeats heartbeats;
    private volatile @Nullable Thread listener;

    PostgresNews(JdbcTemplate jdbc, JdbcConnectionDetails database, OrderChangeFeed news, Heartbeats heartbeats) {
        this.jdbc = jdbc;
        this.database = database;
        this.news = news;
        this.heartbeats = heartbeats;
    }

    @Override
    public void send(Collection<UUID> orderIds) {
        List<UUID> ids = orderIds.stream().distinct().toList();
        for (int from = 0; from < ids.size(); from += IDS_PER_MESSAGE) {
            String message = ids.subList(from, Math.min(ids.size(), from + IDS_PER_MESSAGE)).stream()
                    .map(UUID::toString)
                    .collect(Collectors.joining(" "));
            jdbc.query("SELECT pg_notify(?, ?)", row -> {}, CHANNEL, message);
        }
    }

    private void listen() {
        try (Heartbeat heartbeat = heartbeats.register("order-news")) {
            while (isRunning()) {
                heartbeat.beat();
                try (Connection connection = DriverManager.getConnection(database.getJdbcUrl(), session())) {
                    listenOn(connection, heartbeat);
                } catch (SQLException e) {
                    log.warn("cannot hear of orders that other instances end, will try again: {}", e.toString());
                    pause();
                }
            }
        }
    }

    /** Returns the timeouts of {@code database.yaml}, which configures only the pool. */
    private Properties session() {
        Properties properties = new Properties();
        properties.setProperty("user", Objects.requireNonNullElse(database.getUsername(), ""));
        properties.setProperty("password", Objects.requireNonNullElse(database.getPassword(), ""));
        properties.setProperty("connectTimeout", "3");
        properties.setProperty("loginTimeout", "5");
        properties.setProperty("socketTimeout", "15");
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("targetServerType", "primary");
        return properties;
    }

    private void listenOn(Connection connection, Heartbeat heartbeat) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("LISTEN " + CHANNEL);
        }
        news.mayHaveArrived();
        PGConnection notifications = connection.unwrap(PGConnection.class);
        long probed = System.nanoTime();
        while (isRunning()) {
            heartbeat.beat();
            if (System.nanoTime() - probed > PROBE_INTERVAL.toNanos()) {
                requireAnswer(connection);
                probed = System.nanoTime();
            }
            for (PGNotification notification : notifications.getNotifications(LOOK_UP_MILLIS)) {
                news.arrived(Arrays.stream(notification.getParameter().split(" "))
                        .map(UUID::fromString)
                        .toList());
            }
        }
    }

    /** Probes the connection, because a server that hangs sends no notifications and does not close the connection. */
    private static void requireAnswer(Connection connection) throws SQLException {
        if (!connection.isValid(PROBE_SECONDS)) {
            throw new SQLException("no answer within " + PROBE_SECONDS + " s");
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void start() {
        Thread thread = Thread.ofPlatform().name("order-news").daemon().unstarted(this::listen);
        listener = thread;
        thread.start();
    }

    @Override
    public void stop() {
        listener = null;
    }

    @Override
    public boolean isRunning() {
        return listener != null;
    }
}
