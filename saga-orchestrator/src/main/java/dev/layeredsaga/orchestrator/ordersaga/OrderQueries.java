package dev.layeredsaga.orchestrator.ordersaga;

import dev.layeredsaga.engine.state.Direction;
import dev.layeredsaga.engine.state.SagaStandings;
import dev.layeredsaga.messaging.envelope.MessageJson;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Reads for people what sagas know of their orders. Thread-safe. */
public final class OrderQueries {

    private static final Logger log = LoggerFactory.getLogger(OrderQueries.class);
    private static final JsonMapper JSON = MessageJson.mapper();

    private final SagaStandings sagas;

    OrderQueries(SagaStandings sagas) {
        this.sagas = sagas;
    }

    /**
     * Returns the texts that the data of sagas has which are about such an order.
     *
     * @param customerId the customer; empty for any
     * @param sku an item of the order; empty for any
     * @param returned the order of which something is returned; empty for any
     */
    public static List<String> texts(String customerId, String sku, String returned) {
        return Stream.of(field("customerId", customerId), field("sku", sku), field("orderId", returned))
                .filter(text -> !text.isEmpty())
                .toList();
    }

    /** Returns the type of the message that an attempt at a step sends; empty for a step that is not an order's. */
    public static String commandOf(String step, Direction direction) {
        boolean forward = direction == Direction.FORWARD;
        return switch (step) {
            case OrderSaga.RESERVE -> forward ? "ClaimStock or AdoptClaim" : "ReleaseClaim";
            case OrderSaga.PAY -> forward ? "ChargePayment" : "RefundPayment";
            case OrderSaga.CONFIRM -> "ConfirmClaim";
            default -> "";
        };
    }

    private static String field(String name, String value) {
        return value.isEmpty() ? "" : JSON.writeValueAsString(name) + ":" + JSON.writeValueAsString(value);
    }

    /** Returns the orders of these sagas, without those whose data cannot be read. */
    public Map<UUID, OrderDetails> find(Collection<UUID> sagaIds) {
        Map<UUID, OrderDetails> found = new HashMap<>();
        sagas.data(OrderSaga.NAME, sagaIds).forEach((id, data) -> addTo(found, id, data));
        return found;
    }

    private static void addTo(Map<UUID, OrderDetails> found, UUID saga, String data) {
        try {
            found.put(saga, detailsOf(JSON.readValue(data, OrderSagaData.class)));
        } catch (JacksonException e) {
            log.debug("the data of saga {} cannot be read: {}", saga, e.toString());
        }
    }

    private static OrderDetails detailsOf(OrderSagaData order) {
        OrderSagaData.Claim claim = order.claim();
        UUID held = order.hold() == null ? null : order.hold().id();
        return new OrderDetails(
                order.customerId(),
                order.stock(),
                order.total(),
                order.paymentMethod(),
                order.onBusy(),
                claim == null ? held : claim.id(),
                order.paid());
    }
}
