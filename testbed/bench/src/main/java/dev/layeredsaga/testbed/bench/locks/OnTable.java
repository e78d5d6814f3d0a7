package dev.layeredsaga.testbed.bench.locks;

import dev.layeredsaga.testbed.bench.measure.Latencies;
import dev.layeredsaga.testbed.bench.measure.Percentiles;
import java.sql.SQLException;

/** Base of the designs that the service does not have: a table of their own, and a gateway. */
abstract class OnTable implements Design {

    /** As many connections as the service has. */
    static final int CONNECTIONS = 16;

    protected final StockTable table;
    protected final Payments payments;
    private final Latencies sections = new Latencies();

    OnTable(StockTable table, Payments payments) {
        this.table = table;
        this.payments = payments;
    }

    /** Records a lock that was acquired at {@code begin} and has just been released. */
    protected final void lockedSince(long begin) {
        sections.add(System.nanoTime() - begin);
    }

    @Override
    public final int[] stockLeft() throws SQLException {
        return table.quantities();
    }

    @Override
    public final int activeConnections() {
        return table.activeConnections();
    }

    @Override
    public final Percentiles sections() {
        return sections.percentiles();
    }

    @Override
    public final void close() {
        table.close();
    }
}
