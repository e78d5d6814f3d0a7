package dev.layeredsaga.testbed.bench.designs;

import dev.layeredsaga.testbed.infrastructure.PostgresServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Design A without Redis: one transaction, which keeps the row locked ({@code FOR UPDATE}) while the payment is made. */
final class RowLockAroundAll implements Design {

    private static final String LOCK_NOT_AVAILABLE = "55P03";
    private static final String LOCK = "SELECT quantity FROM stock WHERE id = 1 FOR UPDATE";

    private final StockTable table;
    private final Payments payments;

    /** @param customers each takes a connection for as long as its order lasts */
    RowLockAroundAll(PostgresServer postgres, Payments payments, int customers) throws SQLException {
        this.table = StockTable.create(postgres, "bench_row_lock_around_all", customers);
        this.payments = payments;
    }

    @Override
    public Sale sell(String order) throws Exception {
        Watch watch = new Watch();
        try (Connection connection = table.connect()) {
            connection.setAutoCommit(false);
            try {
                return sellLocked(connection, order, watch);
            } finally {
                connection.rollback();
            }
        }
    }

    private Sale sellLocked(Connection connection, String order, Watch watch) throws Exception {
        if (!acquire(connection, watch)) {
            return watch.givenUp();
        }
        watch.told();
        payments.pay(order);
        StockTable.lower(connection);
        connection.commit();
        return watch.completed();
    }

    private static boolean acquire(Connection connection, Watch watch) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (hasStock(statement, LOCK + " SKIP LOCKED")) {
                return true;
            }
            watch.foundBusy();
            statement.execute("SET LOCAL lock_timeout = " + PATIENCE.toMillis());
            return hasStock(statement, LOCK);
        } catch (SQLException e) {
            if (LOCK_NOT_AVAILABLE.equals(e.getSQLState())) {
                return false;
            }
            throw e;
        }
    }

    private static boolean hasStock(Statement statement, String query) throws SQLException {
        try (ResultSet row = statement.executeQuery(query)) {
            return row.next() && row.getInt(1) > 0;
        }
    }

    @Override
    public int stockLeft() throws SQLException {
        return table.quantity();
    }

    @Override
    public void close() {
        table.close();
    }
}
