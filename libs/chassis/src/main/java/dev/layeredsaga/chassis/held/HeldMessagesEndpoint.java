package dev.layeredsaga.chassis.held;

import dev.layeredsaga.messaging.held.HeldMessages;
import dev.layeredsaga.messaging.held.HeldMessages.HeldEntry;
import dev.layeredsaga.messaging.held.HeldRetries;
import java.security.Principal;
import java.util.List;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/**
 * The messages that this service could not handle: {@code GET /actuator/heldmessages} lists the first thousand, {@code POST} to one of
 * them has it tried again at once, {@code DELETE} makes it a dead letter. Both answer 204, or 404 if it is not held any more. Thread-safe.
 */
@WebEndpoint(id = "heldmessages")
public final class HeldMessagesEndpoint {

    private static final int MOST = 1_000;

    private final HeldMessages messages;
    private final HeldRetries retries;

    public HeldMessagesEndpoint(HeldMessages messages, HeldRetries retries) {
        this.messages = messages;
        this.retries = retries;
    }

    /** @param messages in their order */
    public record HeldList(List<HeldEntry> messages) {}

    @ReadOperation
    public HeldList list() {
        return new HeldList(messages.list(MOST));
    }

    @WriteOperation
    public WebEndpointResponse<Void> retry(@Selector long id) {
        return done(messages.retry(id));
    }

    @DeleteOperation
    public WebEndpointResponse<Void> putAside(@Selector long id, SecurityContext caller) {
        Principal operator = caller.getPrincipal();
        return done(retries.putAside(id, "put aside by " + (operator == null ? "an operator" : operator.getName())));
    }

    private static WebEndpointResponse<Void> done(boolean done) {
        return new WebEndpointResponse<>(
                done ? WebEndpointResponse.STATUS_NO_CONTENT : WebEndpointResponse.STATUS_NOT_FOUND);
    }
}
