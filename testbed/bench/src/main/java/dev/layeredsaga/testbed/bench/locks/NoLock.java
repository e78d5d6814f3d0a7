package dev.layeredsaga.testbed.bench.locks;

/**
 * The control: reads the stock, pays, and writes the value read minus one. It oversells; if it does not, the audit of that run
 * is blind.
 */
final class NoLock extends OnTable {

    NoLock(StockTable table, Payments payments) {
        super(table, payments);
    }

    @Override
    public Sale sell(Order order, Watch watch) throws Exception {
        int quantity = table.read(order.item()).quantity();
        watch.told();
        if (quantity < 1) {
            return watch.outOfStock();
        }
        payments.pay(order);
        table.write(order.item(), quantity - 1);
        return watch.completed();
    }
}
