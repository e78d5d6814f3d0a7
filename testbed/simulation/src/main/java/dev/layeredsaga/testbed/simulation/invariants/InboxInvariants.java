package dev.layeredsaga.testbed.simulation.invariants;

import dev.layeredsaga.testbed.simulation.database.Database;
import dev.layeredsaga.testbed.simulation.services.Town;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A message handled twice has the effect of once: no second transaction that handles it commits. */
final class InboxInvariants {

    static final String ONCE = "7 handled once";

    InboxInvariants(Town town) {
        List.of(
                        town.orders().database(),
                        town.orchestrator().database(),
                        town.inventory().database())
                .forEach(InboxInvariants::watch);
    }

    private static void watch(Database database) {
        Set<String> handled = new HashSet<>();
        database.observe(transaction -> {
            for (String message : transaction.handled()) {
                if (!handled.add(message)) {
                    throw new Violation(ONCE, transaction.process() + " handles a second time " + message);
                }
            }
        });
    }
}
