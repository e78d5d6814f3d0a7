package dev.layeredsaga.order.placement.follow.postgres;

import dev.layeredsaga.messaging.heartbeat.BackgroundTask;
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
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.stereotype.Component;

/**
 * Notifications by PostgreSQL's {@code LISTEN} and {@code NOTIFY}: sent by the transaction that changes orders, delivered to all
 * instances after its commit. Uses one connection and one thread per instance; after a lost connection all followers are woken once,
 * because notifications may have been lost.
 */
@Component
final class PostgresNews implements OrderChangeSender, BackgroundTask, AutoCloseable {

    private static final String CHANNEL = "order_news";
    /** Follows the id of an order that has ended. */
    private static final String ENDED = "+";
    /** Keeps a notification below PostgreSQL's limit of 8,000 bytes. */
    private static final int IDS_PER_MESSAGE = 200;

    private static final int POLL_MILLIS = 1_000;
    private static final Duration PROBE_INTERVAL = Duration.ofSeconds(10);
    private static final int PROBE_SECONDS = 5;

    private final JdbcTemplate jdbc;
    private final JdbcConnectionDetails database;
    private final OrderChangeFeed news;
    private volatile @Nullable Connection listening;
    private long probed;

    PostgresNews(JdbcTemplate jdbc, JdbcConnectionDetails database, OrderChangeFeed news) {
        this.jdbc = jdbc;
        this.database = database;
        this.news = news;
    }

    @Override
    public void send(Collection<UUID> changed, Set<UUID> ended) {
        List<UUID> ids = changed.stream().distinct().toList();
        for (int from = 0; from < ids.size(); from += IDS_PER_MESSAGE) {
            String message = ids.subList(from, Math.min(ids.size(), from + IDS_PER_MESSAGE)).stream()
                    .map(id -> ended.contains(id) ? id + ENDED : id.toString())
                    .collect(Collectors.joining(" "));
            jdbc.query("SELECT pg_notify(?, ?)", row -> {}, CHANNEL, message);
        }
    }

    /** Without a pause: a tick itself waits for notifications. */
    @Override
    public Schedule schedule() {
        return new Schedule("order-news", Duration.ZERO);
    }

    /**
     * Waits up to a second for notifications, and passes them on.
     *
     * @throws SQLException if the connection is lost; the next tick opens another
     */
    @Override
    public void tick() throws SQLException {
        try {
            for (PGNotification notification : connection().getNotifications(POLL_MILLIS)) {
                Arrays.stream(notification.getParameter().split(" ")).forEach(this::arrived);
            }
        } catch (SQLException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private void arrived(String order) {
        boolean ended = order.endsWith(ENDED);
        news.arrived(UUID.fromString(ended ? order.substring(0, order.length() - ENDED.length()) : order), ended);
    }

    /** Returns the connection that listens; opens it if there is none, and probes it from time to time. */
    private PGConnection connection() throws SQLException {
        Connection connection = listening;
        if (connection == null) {
            connection = DriverManager.getConnection(database.getJdbcUrl(), session());
            listening = connection;
            try (Statement statement = connection.createStatement()) {
                statement.execute("LISTEN " + CHANNEL);
            }
            probed = System.nanoTime();
            news.mayHaveArrived();
        } else if (System.nanoTime() - probed > PROBE_INTERVAL.toNanos()) {
            requireAnswer(connection);
            probed = System.nanoTime();
        }
        return connection.unwrap(PGConnection.class);
    }

    /** Probes the connection, because a server that hangs sends no notifications and does not close the connection. */
    private static void requireAnswer(Connection connection) throws SQLException {
        if (!connection.isValid(PROBE_SECONDS)) {
            throw new SQLException("no answer within " + PROBE_SECONDS + " s");
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

    @Override
    public void close() {
        JdbcUtils.closeConnection(listening);
        listening = null;
    }
}
