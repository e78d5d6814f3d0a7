package dev.layeredsaga.testbed.bench.locks;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Design A without Redis: one transaction, which keeps the row locked ({@code FOR UPDATE}) during the payment. Every paying or
 * waiting order holds a connection. The wait is bounded by {@code statement_timeout}; {@code lock_timeout} would restart with
 * each order that gets the lock first.
 */
final class RowLockAroundAll extends OnTable {

    /** Limits the one connection per client to the number that a PostgreSQL server usually allows. */
    static final int MOST_CONNECTIONS = 100;

    private static final String CANCELLED = "57014";
    private static final String LOCK = "SELECT quantity FROM stock WHERE id = ? FOR UPDATE";

    RowLockAroundAll(StockTable table, Payments payments) {
        super(table, payments);
    }

    @Override
    public Sale sell(Order order, Watch watch) throws Exception {
        try (Connection connection = table.connect()) {
            if (!watch.isPatient()) {
                watch.foundBusy();
                return watch.givenUp();
            }
            connection.setAutoCommit(false);
            try {
                return lockAndSell(connection, order, watch);
            } finally {
                connection.rollback();
            }
        }
    }

    private Sale lockAndSell(Connection connection, Order order, Watch watch) throws Exception {
        try {
            int quantity = acquire(connection, order.item(), watch);
            return sellLocked(connection, quantity, order, watch);
        } catch (SQLException e) {
            if (CANCELLED.equals(e.getSQLState())) {
                return watch.givenUp();
            }
            throw e;
        }
    }

    private Sale sellLocked(Connection connection, int quantity, Order order, Watch watch) throws Exception {
        long begin = System.nanoTime();
        watch.told();
        if (quantity < 1) {
            return watch.outOfStock();
        }
        payments.pay(order);
        StockTable.lower(connection, order.item());
        connection.commit();
        lockedSince(begin);
        return watch.completed();
    }

    private static int acquire(Connection connection, int item, Watch watch) throws SQLException {
        Integer atOnce = quantity(connection, LOCK + " SKIP LOCKED", item);
        if (atOnce != null) {
            return atOnce;
        }
        watch.foundBusy();
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET LOCAL statement_timeout = " + watch.patienceMillis());
        }
        Integer inTurn = quantity(connection, LOCK, item);
        return inTurn == null ? 0 : inTurn;
    }

    private static @Nullable Integer quantity(Connection connection, String query, int item) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setInt(1, item);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? row.getInt(1) : null;
            }
        }
    }
}
