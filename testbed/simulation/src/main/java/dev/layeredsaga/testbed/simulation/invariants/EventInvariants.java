package dev.layeredsaga.testbed.simulation.invariants;

import static java.util.Objects.requireNonNull;

import dev.layeredsaga.contract.order.OrderSagaEvent;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.engine.state.Saga;
import dev.layeredsaga.testbed.simulation.messages.Message;
import dev.layeredsaga.testbed.simulation.services.SimulatedOrchestrator.NumberedEvent;
import dev.layeredsaga.testbed.simulation.services.Town;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Every event is published in its saga's order, without gaps, never before its commit; and exactly one of them ends the saga. */
final class EventInvariants {

    static final String EARLY = "6 no event before its commit";
    static final String SEQUENCE = "6 events in sequence";
    static final String ENDING = "6 exactly one ending";
    static final String PAID = "4 confirmed and paid";

    private final Town town;
    private final Map<UUID, List<SagaEvent>> bySaga = new HashMap<>();
    /** A message that comes again may be of a saga's former life, which a restored database does not know. */
    private final Set<String> published = new HashSet<>();

    /** The sagas that a restored database does not know. */
    private final Set<UUID> lost = new HashSet<>();

    EventInvariants(Town town) {
        this.town = town;
        town.broker().observe(this::published);
        town.orchestrator()
                .database()
                .whenRestored(() -> bySaga.keySet().stream()
                        .filter(id -> town.orchestrator().sagas().saga(id) == null)
                        .forEach(lost::add));
    }

    private void published(Message message) {
        if (!(message.payload() instanceof NumberedEvent event) || !published.add(message.id())) {
            return;
        }
        List<SagaEvent> events = bySaga.computeIfAbsent(event.sagaId(), first -> new ArrayList<>());
        if (event.sequence() <= events.size()) {
            if (!events.get((int) event.sequence() - 1).equals(event.event())) {
                throw new Violation(SEQUENCE, "two with one number: " + event + " and " + events);
            }
            return;
        }
        Saga saga = town.orchestrator().sagas().saga(event.sagaId());
        if (saga == null || saga.sequence() < event.sequence()) {
            throw new Violation(EARLY, message + " has number " + event.sequence() + ", but committed is " + saga);
        }
        if (event.sequence() != events.size() + 1) {
            throw new Violation(SEQUENCE, event + " comes after " + events);
        }
        if (!events.isEmpty() && isEnding(events.getLast())) {
            throw new Violation(ENDING, event + " comes after the end in " + events);
        }
        if (isOutOfPlace(event, events)) {
            throw new Violation(SEQUENCE, event + " comes after " + events);
        }
        events.add(event.event());
        checkPaid(event, message.order());
    }

    /** A saga begins once, or anew after the database has lost it. */
    private boolean isOutOfPlace(NumberedEvent event, List<SagaEvent> events) {
        return event.event() instanceof OrderSagaEvent.SagaStarted
                ? !events.isEmpty() && !lost.remove(event.sagaId())
                : events.isEmpty();
    }

    private void checkPaid(NumberedEvent event, long order) {
        if (event.event() instanceof OrderSagaEvent.OrderConfirmed confirmed
                && town.gateway().ledger().net(order)
                        != requireNonNull(confirmed.total()).amount()) {
            throw new Violation(
                    PAID, event + ", but taken is " + town.gateway().ledger().net(order));
        }
    }

    private static boolean isEnding(SagaEvent event) {
        return event instanceof OrderSagaEvent.OrderConfirmed
                || event instanceof OrderSagaEvent.OrderRejected
                || event instanceof OrderSagaEvent.OrderCancelled;
    }

    void checkEnd() {
        for (Saga saga : town.orchestrator().sagas().all()) {
            List<SagaEvent> events = bySaga.getOrDefault(saga.id(), List.of());
            if (events.size() != saga.sequence() || !isEnding(events.getLast())) {
                throw new Violation(ENDING, saga + " has published " + events);
            }
        }
    }
}
