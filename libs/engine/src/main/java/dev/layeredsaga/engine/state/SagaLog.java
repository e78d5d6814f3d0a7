package dev.layeredsaga.engine.state;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The log of sagas: attempts, operators' actions and events. Written at the end of the caller's transaction. */
public interface SagaLog {

    void add(List<EndedAttempt> attempts);

    void addActions(List<RequestedAction> actions);

    /** Adds events; the transaction fails if another one has published for one of the sagas meanwhile. */
    void addEvents(List<PublishedEvent> events);

    /** Adds events that sagas had published before the database lost them. Known ones stay. */
    void addPast(List<PublishedEvent> events);

    /** Returns the sequence of the last known event of each of the sagas that have any. */
    Map<UUID, Long> lastSequences(Collection<UUID> sagaIds);

    /** Reads the events of each saga with a sequence above the given one, in their order. */
    List<PublishedEvent> eventsAfter(Map<UUID, Long> sequences);
}
