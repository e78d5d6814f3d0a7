package dev.layeredsaga.testbed.bench.locks;

/**
 * The gateway's ledger beside the stock, item by item.
 *
 * @param payments kept
 * @param sold pieces that the stock is short of
 * @param oversold payments for pieces that there never were, or that still count as unsold and so will be sold again
 * @param unpaid pieces that are gone and that nobody has paid
 * @param refunds payments for pieces that were gone, given back
 */
record Books(int payments, int sold, int oversold, int unpaid, int refunds) {

    static Books audit(Workload workload, Payments payments, Design design) throws Exception {
        int[] kept = payments.kept(workload.items());
        int[] left = design.stockLeft();
        Books books = new Books(0, 0, 0, 0, payments.refunds());
        for (int item = 0; item < kept.length; item++) {
            books = books.with(kept[item], workload.stock() - left[item], workload.stock());
        }
        return books;
    }

    /** One more item. */
    private Books with(int paid, int gone, int stock) {
        return new Books(
                payments + paid,
                sold + gone,
                oversold + Math.max(0, paid - Math.min(gone, stock)),
                unpaid + Math.max(0, gone - paid),
                refunds);
    }

    boolean areEven() {
        return oversold == 0 && unpaid == 0;
    }
}
