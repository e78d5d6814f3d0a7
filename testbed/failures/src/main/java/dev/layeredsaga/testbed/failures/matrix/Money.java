package dev.layeredsaga.testbed.failures.matrix;

import dev.layeredsaga.testbed.client.GatewayAccount;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * The gateway's ledger for one order.
 *
 * @param entries in order, without repeated answers
 * @param net the captures less the refunds
 * @param amounts of all entries
 * @param auditHolds the result of the gateway's own audit
 */
record Money(List<String> entries, int captures, long net, Set<Long> amounts, boolean auditHolds) {

    static Money of(GatewayAccount account, boolean auditHolds) {
        List<JsonNode> entries = account.entries()
                .valueStream()
                .filter(entry -> !"REPLAYED".equals(entry.path("type").asString("")))
                .toList();
        return new Money(
                entries.stream().map(Money::inWords).toList(),
                account.captures(),
                account.net(),
                Set.copyOf(entries.stream()
                        .map(entry -> entry.path("amount").asLong())
                        .distinct()
                        .toList()),
                auditHolds);
    }

    private static String inWords(JsonNode entry) {
        return entry.path("type").asString("?").toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    @Override
    public String toString() {
        return entries.isEmpty() ? "nothing" : String.join(", ", entries);
    }
}
