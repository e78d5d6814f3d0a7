package dev.layeredsaga.messaging.openapi;

import dev.layeredsaga.messaging.http.ProblemCode;
import java.util.List;

/**
 * What a service says about its HTTP API beyond its code; the bean that turns its documentation on.
 *
 * @param overlay the resource that {@link Overlay} reads, such as {@code openapi/order-service-overlay.yaml}
 * @param problems every problem of its own that the API can answer with; a name may stand for several, if their statuses differ
 */
public record ApiDescription(String overlay, List<ProblemCode> problems) {

    public ApiDescription {
        problems = List.copyOf(problems);
    }
}
