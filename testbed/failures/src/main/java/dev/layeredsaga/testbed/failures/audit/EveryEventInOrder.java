package dev.layeredsaga.testbed.failures.audit;

import dev.layeredsaga.testbed.failures.audit.seen.MessagesSeen.Event;
import dev.layeredsaga.testbed.failures.audit.seen.Observations;
import dev.layeredsaga.testbed.failures.audit.seen.OrdersSeen.Order;
import dev.layeredsaga.testbed.failures.audit.seen.ReturnsSeen.Return;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Each saga publishes its events from 1 on, without gaps, in order, and with the one ending that its order, or return, has had. */
final class EveryEventInOrder implements Invariant {

    private static final Map<String, String> ENDINGS = Map.of(
            "OrderConfirmed", "CONFIRMED",
            "OrderRejected", "REJECTED",
            "OrderCancelled", "CANCELLED",
            "ReturnCompleted", "COMPLETED",
            "ReturnRejected", "REJECTED");

    @Override
    public int number() {
        return 6;
    }

    @Override
    public String name() {
        return "every event, in order";
    }

    @Override
    public void check(Observations seen, Checklist list) {
        for (String sagaId : seen.orders().sagas().keySet()) {
            List<Event> events = seen.messages().events().getOrDefault(sagaId, List.of());
            checkSequence(sagaId, events, list);
            Order order = seen.orders().orders().get(sagaId);
            if (order != null && order.hasEnded()) {
                checkEnding(sagaId, order.status(), events, list);
            }
            Return made = seen.returns().known().get(sagaId);
            if (made != null && made.hasEnded()) {
                checkEnding(sagaId, made.status(), events, list);
            }
            list.checked(events.size(), "events");
        }
        list.checked(seen.orders().sagas().size(), "sagas");
    }

    /** An event may be published twice, but the first time in its place. */
    private static void checkSequence(String sagaId, List<Event> events, Checklist list) {
        List<Long> sequence = firstOfEach(events).stream().map(Event::sequence).toList();
        List<Long> expected = IntStream.rangeClosed(1, sequence.size())
                .mapToObj(Long::valueOf)
                .toList();
        list.require(!events.isEmpty() && sequence.equals(expected), "published as " + sequence, sagaId);
    }

    private static void checkEnding(String sagaId, String status, List<Event> events, Checklist list) {
        List<String> types = firstOfEach(events).stream().map(Event::type).toList();
        List<String> endings = types.stream().filter(ENDINGS::containsKey).toList();
        boolean right = endings.size() == 1
                && ENDINGS.getOrDefault(endings.getFirst(), "").equals(status)
                && types.getLast().equals(endings.getFirst());
        list.require(right, "%s, but published as %s".formatted(status, types), sagaId);
    }

    /** Without repetitions. */
    private static List<Event> firstOfEach(List<Event> events) {
        Map<String, Event> byId = new LinkedHashMap<>();
        events.forEach(event -> byId.putIfAbsent(event.id(), event));
        return List.copyOf(byId.values());
    }

    /** The types of events after which there is none. */
    static Set<String> endings() {
        return ENDINGS.keySet();
    }
}
