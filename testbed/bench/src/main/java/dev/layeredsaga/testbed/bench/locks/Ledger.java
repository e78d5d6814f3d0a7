package dev.layeredsaga.testbed.bench.locks;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Nets payments against refunds. */
final class Ledger {

    private Ledger() {}

    /** Removes one payment per refund, so that a second capture for the same order still shows. */
    static List<String> net(Collection<String> captured, Collection<String> refunded) {
        List<String> kept = new ArrayList<>(captured);
        refunded.forEach(kept::remove);
        return kept;
    }
}
