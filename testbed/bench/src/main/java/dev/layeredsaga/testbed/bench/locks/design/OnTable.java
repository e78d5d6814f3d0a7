package dev.layeredsaga.testbed.bench.locks.design;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.layeredsaga.testbed.bench.locks.load.Design;
import dev.layeredsaga.testbed.bench.locks.load.Order;
import dev.layeredsaga.testbed.bench.locks.load.Payments;
import dev.layeredsaga.testbed.bench.locks.load.Watch;
import dev.layeredsaga.testbed.bench.locks.load.Watch.Sale;
import dev.layeredsaga.testbed.bench.locks.load.Workload;
import dev.layeredsaga.testbed.bench.service.Databases;
import dev.layeredsaga.testbed.infrastructure.postgres.PostgresServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RAtomicLong;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.springframework.jdbc.core.DataClassRowMapper;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Base of the designs that the service does not have: the items in a separate database for one run, and a gateway. The table has no
 * constraint, so that a stock below zero shows a faulty design.
 */
abstract class OnTable implements Design {

    /** As many connections as the service has. */
    static final int CONNECTIONS = 16;

    /** Longer than a thousand clients with outdated versions need on a busy machine: a timeout ends the benchmark. */
    private static final Duration CONNECTION_TIMEOUT = Duration.ofMinutes(2);

    static final String LOWER = "UPDATE stock SET quantity = quantity - 1 WHERE id = ?";
    private static final AtomicInteger TABLES = new AtomicInteger();

    final Payments payments;
    final JdbcTemplate table;
    private final HikariDataSource pool;
    private final int items;

    OnTable(PostgresServer postgres, Workload workload, Payments payments, int connections) {
        this.payments = payments;
        this.items = workload.items();
        HikariConfig config = Databases.pool(postgres, "bench_stock_" + TABLES.incrementAndGet(), connections);
        config.setConnectionTimeout(CONNECTION_TIMEOUT.toMillis());
        pool = new HikariDataSource(config);
        table = new JdbcTemplate(pool);
        table.execute("CREATE TABLE stock (id int PRIMARY KEY, quantity int NOT NULL, version int NOT NULL)"
                + " WITH (fillfactor = 70)");
        table.update("INSERT INTO stock SELECT id, ?, 0 FROM generate_series(0, ?) AS id", workload.stock(), items - 1);
    }

    /** One row as read. */
    record Stock(int quantity, int version) {}

    final Stock read(int item) {
        return Objects.requireNonNull(table.queryForObject(
                "SELECT quantity, version FROM stock WHERE id = ?", new DataClassRowMapper<>(Stock.class), item));
    }

    final void lower(int item) {
        table.update(LOWER, item);
    }

    final Connection connect() throws SQLException {
        return pool.getConnection();
    }

    @Override
    public final int[] stockLeft() {
        int[] quantities = new int[items];
        table.query("SELECT id, quantity FROM stock", row -> {
            quantities[row.getInt(1)] = row.getInt(2);
        });
        return quantities;
    }

    @Override
    public final void close() {
        pool.close();
    }

    /**
     * The control: reads the stock, pays, and writes the value read minus one. It oversells; if it does not, the audit of that run
     * is blind.
     */
    static final class NoLock extends OnTable {

        NoLock(PostgresServer postgres, Workload workload, Payments payments) {
            super(postgres, workload, payments, CONNECTIONS);
        }

        @Override
        public Sale sell(Order order, Watch watch) throws Exception {
            int quantity = read(order.item()).quantity();
            watch.answered();
            if (quantity < 1) {
                return watch.outOfStock();
            }
            payments.pay(order);
            table.update("UPDATE stock SET quantity = ? WHERE id = ?", quantity - 1, order.item());
            return watch.completed();
        }
    }

    /**
     * No lock but {@code @Version}: reads the stock, pays, and decrements it if its version is unchanged. An order that loses has
     * already paid; so only the decrement is retried, and if nothing is left by then, the payment is refunded.
     */
    static final class VersionOnly extends OnTable {

        private static final String LOWER_IF =
                "UPDATE stock SET quantity = quantity - 1, version = version + 1 WHERE id = ? AND version = ?";

        VersionOnly(PostgresServer postgres, Workload workload, Payments payments) {
            super(postgres, workload, payments, CONNECTIONS);
        }

        @Override
        public Sale sell(Order order, Watch watch) throws Exception {
            Stock stock = read(order.item());
            watch.answered();
            if (stock.quantity() < 1) {
                return watch.outOfStock();
            }
            payments.pay(order);
            while (table.update(LOWER_IF, order.item(), stock.version()) == 0) {
                stock = read(order.item());
                if (stock.quantity() < 1) {
                    payments.refund(order);
                    return watch.refunded();
                }
            }
            return watch.completed();
        }
    }

    /**
     * A counter in Redis decides ({@code INCR}, kept for nine minutes), then comes the payment, then the table. No order waits; but
     * during the payment only Redis knows of the sale, and a crash then leaves it counted.
     */
    static final class RedisCounter extends OnTable {

        private static final Duration HOLD = Duration.ofMinutes(9);

        private final RedissonClient redisson;
        private final int stock;
        private final String prefix;

        RedisCounter(RedissonClient redisson, PostgresServer postgres, Workload workload, Payments payments) {
            super(postgres, workload, payments, CONNECTIONS);
            this.redisson = redisson;
            this.stock = workload.stock();
            this.prefix = "bench:taken:%d:".formatted(System.nanoTime());
        }

        @Override
        public Sale sell(Order order, Watch watch) throws Exception {
            boolean isMine = take(redisson.getAtomicLong(prefix + order.item()));
            watch.answered();
            if (!isMine) {
                return watch.outOfStock();
            }
            payments.pay(order);
            lower(order.item());
            return watch.completed();
        }

        private boolean take(RAtomicLong taken) {
            long many = taken.incrementAndGet();
            if (many == 1) {
                taken.expire(HOLD);
            }
            if (many <= stock) {
                return true;
            }
            taken.decrementAndGet();
            return false;
        }
    }

    /** Design A: holds the RLock from reading the stock to decrementing it, payment included. Other orders wait for it. */
    static final class LockAroundAll extends OnTable {

        /** Longer than any payment. */
        private static final long LEASE_MILLIS = 30_000;

        private final RedissonClient redisson;

        LockAroundAll(RedissonClient redisson, PostgresServer postgres, Workload workload, Payments payments) {
            super(postgres, workload, payments, CONNECTIONS);
            this.redisson = redisson;
        }

        @Override
        public Sale sell(Order order, Watch watch) throws Exception {
            RLock lock = redisson.getLock("bench:item:" + order.item());
            if (!acquire(lock, watch)) {
                return watch.givenUp();
            }
            try {
                watch.answered();
                return sellLocked(order, watch);
            } finally {
                lock.unlock();
            }
        }

        private static boolean acquire(RLock lock, Watch watch) throws InterruptedException {
            if (lock.tryLock(0, LEASE_MILLIS, TimeUnit.MILLISECONDS)) {
                return true;
            }
            watch.foundBusy();
            return lock.tryLock(watch.remainingMillis(), LEASE_MILLIS, TimeUnit.MILLISECONDS);
        }

        private Sale sellLocked(Order order, Watch watch) throws Exception {
            if (read(order.item()).quantity() < 1) {
                return watch.outOfStock();
            }
            payments.pay(order);
            lower(order.item());
            return watch.completed();
        }
    }

    /**
     * Design A without Redis: one transaction, which keeps the row locked ({@code FOR UPDATE}) during the payment. Every paying or
     * waiting order holds a connection. The wait is bounded by {@code statement_timeout}; {@code lock_timeout} would restart with
     * each order that gets the lock first.
     */
    static final class RowLockAroundAll extends OnTable {

        /** Limits the one connection per client to the number that a PostgreSQL server usually allows. */
        private static final int MOST_CONNECTIONS = 100;

        private static final String CANCELLED = "57014";
        private static final String LOCK = "SELECT quantity FROM stock WHERE id = ? FOR UPDATE";

        RowLockAroundAll(PostgresServer postgres, Workload workload, Payments payments) {
            super(postgres, workload, payments, Math.min(workload.clients(), MOST_CONNECTIONS));
        }

        @Override
        public Sale sell(Order order, Watch watch) throws Exception {
            try (Connection connection = connect()) {
                if (!watch.hasTimeLeft()) {
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
            watch.answered();
            if (quantity < 1) {
                return watch.outOfStock();
            }
            payments.pay(order);
            try (PreparedStatement statement = connection.prepareStatement(LOWER)) {
                statement.setInt(1, order.item());
                statement.executeUpdate();
            }
            connection.commit();
            return watch.completed();
        }

        private static int acquire(Connection connection, int item, Watch watch) throws SQLException {
            Integer atOnce = quantity(connection, LOCK + " SKIP LOCKED", item);
            if (atOnce != null) {
                return atOnce;
            }
            watch.foundBusy();
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET LOCAL statement_timeout = " + watch.remainingMillis());
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
}
