package dev.layeredsaga.testbed.bench.locks;

import java.time.Duration;
import org.redisson.api.RAtomicLong;
import org.redisson.api.RedissonClient;

/**
 * A counter in Redis decides ({@code INCR}, kept for nine minutes), then comes the payment, then the table. No order waits; but
 * during the payment only Redis knows of the sale, and a crash then leaves it counted.
 */
final class RedisCounter extends OnTable {

    private static final Duration HOLD = Duration.ofMinutes(9);

    private final RedissonClient redisson;
    private final int stock;
    private final String prefix;

    RedisCounter(RedissonClient redisson, StockTable table, Payments payments, Workload workload) {
        super(table, payments);
        this.redisson = redisson;
        this.stock = workload.stock();
        this.prefix = "bench:taken:%d:".formatted(System.nanoTime());
    }

    @Override
    public Sale sell(Order order, Watch watch) throws Exception {
        boolean isMine = take(redisson.getAtomicLong(prefix + order.item()));
        watch.told();
        if (!isMine) {
            return watch.outOfStock();
        }
        payments.pay(order);
        table.lower(order.item());
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
