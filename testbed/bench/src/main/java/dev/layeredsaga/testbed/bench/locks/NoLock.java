package dev.layeredsaga.testbed.bench.locks;

/**
 * The control: look, pay, write what was seen less one. This one oversells; a run in which it does not has an audit that sees
 * nothing.
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
