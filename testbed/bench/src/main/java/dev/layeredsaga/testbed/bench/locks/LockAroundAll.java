package dev.layeredsaga.testbed.bench.locks;

import java.util.concurrent.TimeUnit;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;

/** Design A: holds the RLock from reading the stock to decrementing it, payment included. Other orders wait for it. */
final class LockAroundAll extends OnTable {

    /** Longer than any payment. */
    private static final long LEASE_MILLIS = 30_000;

    private final RedissonClient redisson;

    LockAroundAll(RedissonClient redisson, StockTable table, Payments payments) {
        super(table, payments);
        this.redisson = redisson;
    }

    @Override
    public Sale sell(Order order, Watch watch) throws Exception {
        RLock lock = redisson.getLock("bench:item:" + order.item());
        if (!acquire(lock, watch)) {
            return watch.givenUp();
        }
        long begin = System.nanoTime();
        try {
            watch.told();
            return sellLocked(order, watch);
        } finally {
            lock.unlock();
            lockedSince(begin);
        }
    }

    private static boolean acquire(RLock lock, Watch watch) throws InterruptedException {
        if (lock.tryLock(0, LEASE_MILLIS, TimeUnit.MILLISECONDS)) {
            return true;
        }
        watch.foundBusy();
        return lock.tryLock(watch.patienceMillis(), LEASE_MILLIS, TimeUnit.MILLISECONDS);
    }

    private Sale sellLocked(Order order, Watch watch) throws Exception {
        if (table.read(order.item()).quantity() < 1) {
            return watch.outOfStock();
        }
        payments.pay(order);
        table.lower(order.item());
        return watch.completed();
    }
}
