package dev.layeredsaga.testbed.bench.inventory;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.layeredsaga.testbed.bench.service.RedisLocks;
import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;

/** A taken seat in a database of its own, and two ways to read that it is taken, both without a service in between. */
final class Seat implements AutoCloseable {

    private static final int CONNECTIONS = 16;

    private final RedissonClient redisson;
    private final HikariDataSource connections;

    private Seat(RedissonClient redisson, HikariDataSource connections) {
        this.redisson = redisson;
        this.connections = connections;
    }

    static Seat create(Infrastructure servers) throws SQLException {
        servers.postgres().createDatabase("bench_seat");
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(servers.postgres().jdbcUrl("bench_seat"));
        config.setUsername(servers.postgres().user());
        config.setPassword(servers.postgres().password());
        config.setMaximumPoolSize(CONNECTIONS);
        Seat seat = new Seat(RedisLocks.connect(servers), new HikariDataSource(config));
        seat.fill();
        return seat;
    }

    private void fill() throws SQLException {
        try (Connection connection = connections.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE seat (id int PRIMARY KEY, taken_by text)");
            statement.execute("INSERT INTO seat VALUES (1, 'somebody')");
        }
    }

    /** Waits for the RLock, for a minute at most, and reads the row while holding it. */
    void lockAndLook() throws SQLException, InterruptedException {
        RLock lock = redisson.getLock("bench:seat");
        if (!lock.tryLock(60_000, 60_000, TimeUnit.MILLISECONDS)) {
            throw new IllegalStateException("no lock within a minute");
        }
        try {
            look();
        } finally {
            lock.unlock();
        }
    }

    void look() throws SQLException {
        try (Connection connection = connections.getConnection();
                PreparedStatement query = connection.prepareStatement("SELECT taken_by FROM seat WHERE id = ?")) {
            query.setInt(1, 1);
            try (ResultSet row = query.executeQuery()) {
                row.next();
                requireTaken(row.getString(1));
            }
        }
    }

    private static void requireTaken(String by) {
        if (by.isEmpty()) {
            throw new IllegalStateException("not taken");
        }
    }

    @Override
    public void close() {
        connections.close();
        redisson.shutdown();
    }
}
