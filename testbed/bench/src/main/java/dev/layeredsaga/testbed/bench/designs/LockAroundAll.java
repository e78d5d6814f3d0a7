package dev.layeredsaga.testbed.bench.designs;

import dev.layeredsaga.testbed.bench.service.RedisLocks;
import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;

/** Design A: the RLock is held from the look at the stock to its lowering, the payment included. Others wait for it. */
final class LockAroundAll implements Design {

    /** Longer than any payment. */
    private static final long LEASE_MILLIS = 30_000;

    private final RedissonClient redisson;
    private final StockTable table;
    private final Payments payments;

    LockAroundAll(Infrastructure servers, Payments payments) throws SQLException {
        this.redisson = RedisLocks.connect(servers);
        this.table = StockTable.create(servers.postgres(), "bench_lock_around_all", 16);
        this.payments = payments;
    }

    @Override
    public Sale sell(String order) throws Exception {
        Watch watch = new Watch();
        RLock lock = redisson.getLock("bench:item");
        if (!acquire(lock, watch)) {
            return watch.givenUp();
        }
        try {
            watch.told();
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
        return lock.tryLock(PATIENCE.toMillis(), LEASE_MILLIS, TimeUnit.MILLISECONDS);
    }

    private Sale sellLocked(String order, Watch watch) throws Exception {
        if (table.quantity() < 1) {
            return watch.givenUp();
        }
        payments.pay(order);
        table.lower();
        return watch.completed();
    }

    @Override
    public int stockLeft() throws SQLException {
        return table.quantity();
    }

    @Override
    public void close() {
        table.close();
        redisson.shutdown();
    }
}
