package dev.layeredsaga.testbed.bench.locks;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.layeredsaga.testbed.bench.service.Pools;
import dev.layeredsaga.testbed.infrastructure.PostgresServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The items in a separate database for one run, for designs that the service does not have. Plain JDBC without a constraint, so
 * that a stock below zero shows a faulty design.
 */
final class StockTable implements AutoCloseable {

    private static final String READ = "SELECT quantity, version FROM stock WHERE id = ?";
    private static final String LOWER = "UPDATE stock SET quantity = quantity - 1 WHERE id = ?";
    private static final String LOWER_IF =
            "UPDATE stock SET quantity = quantity - 1, version = version + 1 WHERE id = ? AND version = ?";
    private static final String WRITE = "UPDATE stock SET quantity = ? WHERE id = ?";
    private static final AtomicInteger TABLES = new AtomicInteger();

    private final HikariDataSource connections;
    private final int items;

    private StockTable(HikariDataSource connections, int items) {
        this.connections = connections;
        this.items = items;
    }

    /** One row as read. */
    record Stock(int quantity, int version) {}

    static StockTable create(PostgresServer postgres, Workload workload, int maxConnections) throws SQLException {
        String database = "bench_stock_" + TABLES.incrementAndGet();
        HikariConfig config = Pools.config(postgres, database, maxConnections);
        config.setConnectionTimeout(workload.howLong().plus(Watch.TIMEOUT).toMillis());
        StockTable table = new StockTable(new HikariDataSource(config), workload.items());
        table.fill(workload);
        return table;
    }

    private void fill(Workload workload) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE stock (id int PRIMARY KEY, quantity int NOT NULL, version int NOT NULL)"
                    + " WITH (fillfactor = 70)");
            statement.execute("INSERT INTO stock SELECT id, %d, 0 FROM generate_series(0, %d) AS id"
                    .formatted(workload.stock(), workload.items() - 1));
        }
    }

    Connection connect() throws SQLException {
        return connections.getConnection();
    }

    Stock read(int item) throws SQLException {
        try (Connection connection = connect();
                PreparedStatement query = connection.prepareStatement(READ)) {
            query.setInt(1, item);
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return new Stock(row.getInt(1), row.getInt(2));
            }
        }
    }

    void lower(int item) throws SQLException {
        update(LOWER, item);
    }

    static void lower(Connection connection, int item) throws SQLException {
        update(connection, LOWER, item);
    }

    /** Returns false if the row's version has changed. */
    boolean lowerIf(int item, int version) throws SQLException {
        return update(LOWER_IF, item, version) == 1;
    }

    void write(int item, int quantity) throws SQLException {
        update(WRITE, quantity, item);
    }

    private int update(String sql, int... parameters) throws SQLException {
        try (Connection connection = connect()) {
            return update(connection, sql, parameters);
        }
    }

    private static int update(Connection connection, String sql, int... parameters) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                update.setInt(i + 1, parameters[i]);
            }
            return update.executeUpdate();
        }
    }

    int[] quantities() throws SQLException {
        int[] quantities = new int[items];
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT id, quantity FROM stock")) {
            while (row.next()) {
                quantities[row.getInt(1)] = row.getInt(2);
            }
        }
        return quantities;
    }

    int activeConnections() {
        return connections.getHikariPoolMXBean().getActiveConnections();
    }

    @Override
    public void close() {
        connections.close();
    }
}
