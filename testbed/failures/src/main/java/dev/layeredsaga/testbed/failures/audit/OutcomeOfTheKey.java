package dev.layeredsaga.testbed.failures.audit;

import dev.layeredsaga.testbed.failures.audit.seen.GatewaySeen.Entry;
import dev.layeredsaga.testbed.failures.audit.seen.Observations;
import dev.layeredsaga.testbed.failures.audit.seen.TablesSeen.Payment;
import java.util.Map;
import java.util.stream.Collectors;

/** The orchestrator's outcome of a payment is that of the gateway's record under its key, whatever the tries were answered. */
final class OutcomeOfTheKey implements Invariant {

    @Override
    public int number() {
        return 14;
    }

    @Override
    public String name() {
        return "an outcome belongs to its key";
    }

    @Override
    public void check(Observations seen, Checklist list) {
        Map<String, Long> kept = seen.gateway().entries().stream()
                .collect(Collectors.groupingBy(Entry::orderId, Collectors.summingLong(Entry::net)));
        for (Payment payment : seen.tables().payments()) {
            long net = kept.getOrDefault(payment.sagaId(), 0L);
            list.require(payment.isSettled(), "still " + payment.state(), payment.sagaId());
            list.require(
                    payment.kept() == net,
                    "%s, %d of it kept, but the gateway keeps %d".formatted(payment.state(), payment.kept(), net),
                    payment.sagaId());
        }
        list.checked(seen.tables().payments().size(), "payments");
    }
}
