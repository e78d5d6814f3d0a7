package dev.layeredsaga.order.placement.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.contract.order.OrderSagaEvent;
import dev.layeredsaga.contract.saga.EngineEvent;
import dev.layeredsaga.messaging.envelope.MessageJson;
import dev.layeredsaga.order.placement.follow.OrderEvent;
import dev.layeredsaga.order.placement.follow.OrderFollowing;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.http.MediaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Writes server-sent events in the format of the HTML standard (9.2). */
final class EventStream implements OrderFollowing.Follower {

    private static final int COME_BACK_AFTER_MILLIS = 1_000;
    private static final JsonMapper JSON = MessageJson.mapper();
    private static final Map<String, Class<?>> TYPES = Stream.of(OrderSagaEvent.class, EngineEvent.class)
            .flatMap(family -> Arrays.stream(family.getPermittedSubclasses()))
            .collect(Collectors.toUnmodifiableMap(Class::getSimpleName, Function.identity()));

    private final HttpServletResponse response;
    private final ServletOutputStream out;

    private EventStream(HttpServletResponse response) throws IOException {
        this.response = response;
        this.out = response.getOutputStream();
    }

    /** Sends the response's head at once, so that the client knows that it is connected. */
    static EventStream begin(HttpServletResponse response) throws IOException {
        response.setContentType(MediaType.TEXT_EVENT_STREAM_VALUE);
        response.setHeader("Cache-Control", "no-store");
        // stops nginx and similar proxies from buffering the response until it is complete
        response.setHeader("X-Accel-Buffering", "no");
        EventStream stream = new EventStream(response);
        stream.write("retry: " + COME_BACK_AFTER_MILLIS + "\n\n");
        return stream;
    }

    @Override
    public void send(OrderEvent event) throws IOException {
        write("id: " + event.sequence() + "\nevent: " + event.type() + "\ndata: " + json(event) + "\n\n");
    }

    @Override
    public void nothingNew() throws IOException {
        write(": still here\n\n");
    }

    /**
     * Returns the order, the sequence and the time, followed by the fields of the event's type. Leaves out fields that a newer
     * orchestrator may have added: they are not part of this API.
     */
    private static String json(OrderEvent event) {
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

    private void write(String text) throws IOException {
        out.write(text.getBytes(UTF_8));
        response.flushBuffer();
    }
}
