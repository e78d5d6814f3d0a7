package dev.layeredsaga.testbed.failures.audit;

import dev.layeredsaga.testbed.failures.audit.seen.InventorySeen.Claim;
import dev.layeredsaga.testbed.failures.audit.seen.MessagesSeen.Event;
import dev.layeredsaga.testbed.failures.audit.seen.Observations;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Of a saga whose messages came again there is no second claim, charge, history entry or ending. */
final class HandledTwiceEffectOnce implements Invariant {

    @Override
    public int number() {
        return 7;
    }

    @Override
    public String name() {
        return "handled twice, effect once";
    }

    @Override
    public void check(Observations seen, Checklist list) {
        Map<String, Integer> claims = new HashMap<>();
        for (Claim claim : seen.inventory().claims()) {
            if (claim.sagaId() != null && !claim.is("EXPIRED")) {
                claims.merge(claim.sagaId(), 1, Integer::sum);
            }
        }
        Set<String> attemptsTwice = new HashSet<>(seen.orders().attemptsTwice());
        for (String sagaId : seen.messages().resentOf()) {
            list.require(claims.getOrDefault(sagaId, 0) <= 1, "more than one claim that counts", sagaId);
            list.require(!attemptsTwice.contains(sagaId), "one attempt has ended twice", sagaId);
            list.require(capturesOf(sagaId, seen) <= 1, "captured twice", sagaId);
            list.require(endingsOf(sagaId, seen) <= 1, "has ended twice", sagaId);
        }
        list.checked(seen.messages().resentOf().size(), "sagas with messages sent again");
    }

    private static long capturesOf(String sagaId, Observations seen) {
        return seen.gateway().entries().stream()
                .filter(entry -> entry.orderId().equals(sagaId) && entry.isCapture())
                .count();
    }

    private static long endingsOf(String sagaId, Observations seen) {
        List<Event> events = seen.messages().events().getOrDefault(sagaId, List.of());
        return events.stream()
                .filter(event -> EveryEventInOrder.endings().contains(event.type()))
                .map(Event::id)
                .distinct()
                .count();
    }
}
