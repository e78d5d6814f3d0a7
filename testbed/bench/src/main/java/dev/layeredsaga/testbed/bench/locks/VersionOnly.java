package dev.layeredsaga.testbed.bench.locks;

import dev.layeredsaga.testbed.bench.locks.StockTable.Stock;

/**
 * No lock but {@code @Version}: reads the stock, pays, and decrements it if its version is unchanged. An order that loses has
 * already paid; so only the decrement is retried, and if nothing is left by then, the payment is refunded.
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
