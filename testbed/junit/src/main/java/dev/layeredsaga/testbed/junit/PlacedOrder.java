package dev.layeredsaga.testbed.junit;

import dev.layeredsaga.messaging.envelope.MessageTypes;
import dev.layeredsaga.testbed.client.Shop;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** An order that has been placed. Thread-safe. */
public final class PlacedOrder {

    private final LayeredSaga system;
    private final String id;

    PlacedOrder(LayeredSaga system, String id) {
        this.system = system;
        this.id = id;
    }

    /** Returns the order's id, which is the saga's, too, and the key of its events. */
    public String id() {
        return id;
    }

    /** Returns the order's status as the order API returns it. */
    public String status() {
        return shop().statusOf(id);
    }

    /**
     * Returns the order's status once it has ended: {@code CONFIRMED}, {@code REJECTED} or {@code CANCELLED}. Its last event is published
     * by then.
     *
     * @throws AssertionError if it does not end in time, with the saga, its events and the last warnings of the log
     */
    public String awaitEnd() {
        return await("has not ended", this::status, status -> !status.equals("PENDING"));
    }

    /**
     * Returns the first event of this type, once it is published.
     *
     * @throws AssertionError if it is not published in time, with the saga, its events and the last warnings of the log
     */
    public <E> E awaitEvent(Class<E> type) {
        String name = MessageTypes.nameOf(type);
        return await(
                        "has no " + name,
                        () -> events().stream()
                                .filter(event -> event.type().equals(name))
                                .toList(),
                        found -> !found.isEmpty())
                .getFirst()
                .as(type);
    }

    /** Returns the order's events on {@code saga.events} so far, in their order. */
    public List<PublishedEvent> events() {
        return system.events().stream().filter(event -> event.key().equals(id)).toList();
    }

    /** Cancels the order, as its customer does. */
    public void cancel() {
        shop().cancel(id);
    }

    private Shop shop() {
        return system.system().shop();
    }

    private <T> T await(String failure, Callable<T> state, Predicate<T> reached) {
        try {
            return Awaitility.await()
                    .atMost(system.timeout())
                    .pollInterval(Duration.ofMillis(100))
                    .ignoreExceptions()
                    .until(state, reached);
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(
                    """
                    order %s %s after %s
                      order: %s
                      saga: %s
                      events: %s
                      %s""".formatted(
                            id,
                            failure,
                            system.timeout(),
                            shown(() -> shop().orderOf(id)),
                            shown(() -> shop().sagaOf(id)),
                            shown(() ->
                                    events().stream().map(PublishedEvent::type).toList()),
                            system.system().warnings()),
                    e);
        }
    }

    private static String shown(Callable<?> part) {
        try {
            return String.valueOf(part.call());
        } catch (Exception e) {
            return "unknown: " + e;
        }
    }
}
