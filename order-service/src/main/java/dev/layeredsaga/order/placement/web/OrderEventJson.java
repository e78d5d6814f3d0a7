package dev.layeredsaga.order.placement.web;

import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.messaging.envelope.MessageJson;
import dev.layeredsaga.order.placement.OrderEvent;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The JSON of an event in a stream: the order, the sequence and the time, followed by the fields of the event's type. */
final class OrderEventJson {

    private static final JsonMapper JSON = MessageJson.mapper();
    private static final Map<String, Class<?>> TYPES = Arrays.stream(SagaEvent.class.getPermittedSubclasses())
            .collect(Collectors.toUnmodifiableMap(Class::getSimpleName, Function.identity()));

    private OrderEventJson() {}

    /** Leaves out fields that a newer orchestrator may have added: they are not part of this API. */
    static String of(OrderEvent event) {
        JsonNode stored = JSON.readTree(event.data());
        ObjectNode shown = JSON.createObjectNode()
                .put("sagaId", event.orderId().toString())
                .put("sequence", event.sequence());
        if (event.occurredAt() != null) {
            shown.put("occurredAt", event.occurredAt().toString());
        } else if (stored.has("occurredAt")) {
            shown.set("occurredAt", stored.get("occurredAt"));
        }
        Class<?> type = TYPES.get(event.type());
        if (type == null) {
            throw new IllegalStateException("unknown type of a stored event: " + event.type());
        }
        shown.setAll((ObjectNode) JSON.valueToTree(JSON.treeToValue(stored, type)));
        return JSON.writeValueAsString(shown);
    }
}
