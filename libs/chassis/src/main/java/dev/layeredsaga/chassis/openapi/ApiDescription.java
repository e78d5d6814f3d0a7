package dev.layeredsaga.chassis.openapi;

import dev.layeredsaga.chassis.problem.ProblemCode;
import java.util.List;

/**
 * A service's additions to the OpenAPI document beyond its code; the bean that enables the documentation.
 *
 * @param overlay the resource that {@link Overlay} reads, such as {@code openapi/order-service-overlay.yaml}
 * @param problems all service-specific problems of the API; several may share a name if their statuses differ
 */
public record ApiDescription(String overlay, List<ProblemCode> problems) {

    public ApiDescription {
        problems = List.copyOf(problems);
    }
}
