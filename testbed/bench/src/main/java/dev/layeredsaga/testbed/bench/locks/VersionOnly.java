package dev.layeredsaga.testbed.bench.locks;

import dev.layeredsaga.testbed.bench.locks.StockTable.Stock;

/**
 * No lock but {@code @Version}: look, pay, lower the stock if nobody else has meanwhile. Who loses has paid already; so it is
 * only the lowering that is repeated, and if nothing is left by then, the money goes back.
 */
final class VersionOnly extends OnTable {

    VersionOnly(StockTable table, Payments payments) {
        super(table, payments);
    }

    @Override
    public Sale sell(Order order, Watch watch) throws Exception {
        Stock stock = table.read(order.item());
        watch.told();
        if (stock.quantity() < 1) {
            return watch.outOfStock();
        }
        payments.pay(order);
        while (!table.lowerIf(order.item(), stock.version())) {
            stock = table.read(order.item());
            if (stock.quantity() < 1) {
                payments.refund(order);
                return watch.refunded();
            }
        }
        return watch.completed();
    }
}
