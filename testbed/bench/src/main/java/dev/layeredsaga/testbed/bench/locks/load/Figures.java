package dev.layeredsaga.testbed.bench.locks.load;

import dev.layeredsaga.testbed.bench.measure.Times;

/**
 * The figures of a run.
 *
 * @param rate completed orders per second, after the ramp-up
 * @param seconds time until the last payment was finished
 * @param completed completed orders, including those that ended a little later
 * @param gaveUp customers whose timeout expired
 * @param turnedAway rejections by an overloaded service
 * @param busy times to the first answer for orders that found the item busy
 * @param ended times to the end of completed orders
 */
public record Figures(
        Way way,
        Workload workload,
        double rate,
        double seconds,
        int completed,
        int gaveUp,
        int turnedAway,
        Times busy,
        Times ended,
        StockAudit audit) {

    /**
     * The gateway's ledger compared with the stock, item by item.
     *
     * @param payments payments captured and not refunded
     * @param sold pieces missing from the stock
     * @param oversold payments for pieces that never existed, or that still count as unsold and so will be sold again
     * @param unpaid pieces that are gone without a payment
     * @param refunds payments refunded because the pieces were gone
     */
    public record StockAudit(int payments, int sold, int oversold, int unpaid, int refunds) {

        static StockAudit audit(Workload workload, Payments payments, Design design) throws Exception {
            int[] kept = payments.kept(workload.items());
            int[] left = design.stockLeft();
            StockAudit audit = new StockAudit(0, 0, 0, 0, payments.refunds());
            for (int item = 0; item < kept.length; item++) {
                audit = audit.with(kept[item], workload.stock() - left[item], workload.stock());
            }
            return audit;
        }

        /** Adds one item. */
        private StockAudit with(int paid, int gone, int stock) {
            return new StockAudit(
                    payments + paid,
                    sold + gone,
                    oversold + Math.max(0, paid - Math.min(gone, stock)),
                    unpaid + Math.max(0, gone - paid),
                    refunds);
        }

        public boolean areEven() {
            return oversold == 0 && unpaid == 0;
        }

        /** Returns the pieces oversold, with those that are not paid for. */
        public String verdict() {
            return "%,d".formatted(oversold) + (unpaid == 0 ? "" : " (%,d sold unpaid)".formatted(unpaid));
        }
    }
}
