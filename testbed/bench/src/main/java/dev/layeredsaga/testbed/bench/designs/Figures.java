package dev.layeredsaga.testbed.bench.designs;

import dev.layeredsaga.testbed.bench.measure.Percentiles;

/**
 * What a run came to.
 *
 * @param rate completed orders a second, within the time measured
 * @param told until those who found it busy heard anything
 * @param ended until completed orders were
 * @param completed orders, also those that ended a little later
 * @param payments that the gateway's ledger has
 * @param sold pieces that the stock is short of
 */
record Figures(double rate, Percentiles told, Percentiles ended, int completed, int givenUp, int payments, int sold) {

    /** Every payment has its piece, every piece its payment, and there were as many. */
    String verdict() {
        if (payments > Design.STOCK || payments > sold) {
            return "OVERSOLD";
        }
        return payments == sold && sold == completed ? "no" : "NOT EVEN";
    }
}
