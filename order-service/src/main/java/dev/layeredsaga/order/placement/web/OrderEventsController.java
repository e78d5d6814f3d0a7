package dev.layeredsaga.order.placement.web;

import dev.layeredsaga.chassis.security.Caller;
import dev.layeredsaga.order.placement.follow.OrderFollowing;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.constraints.PositiveOrZero;
import java.io.IOException;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/** Streams an order's events as server-sent events until it ends. A reconnecting client resumes after the last event it received. */
@RestController
record OrderEventsController(OwnedOrders owned, OrderFollowing following, WaitingRequests waiting) {

    private static final Logger log = LoggerFactory.getLogger(OrderEventsController.class);

    /** Holds only the request's virtual thread, no database connection, while the client is connected. HEAD begins no stream. */
    @GetMapping(path = "/orders/{id}/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    void follow(
            Caller caller,
            @PathVariable UUID id,
            @RequestHeader(name = "Last-Event-ID", defaultValue = "0") @PositiveOrZero long lastEventId,
            HttpMethod method,
            HttpServletResponse response)
            throws InterruptedException {
        owned.find(caller, id);
        if (following.isOver(id, lastEventId)) {
            // a browser stops reconnecting on this status
            response.setStatus(HttpStatus.NO_CONTENT.value());
            return;
        }
        if (HttpMethod.HEAD.equals(method)) {
            response.setContentType(MediaType.TEXT_EVENT_STREAM_VALUE);
            return;
        }
        WaitingRequests.Place place = waiting.enter(caller);
        try {
            following.follow(id, lastEventId, EventStream.begin(response));
        } catch (IOException e) {
            log.debug("a follower of {} has gone: {}", id, e.toString());
        } finally {
            place.close();
        }
    }
}
