package dev.layeredsaga.paymentstub.http.access;

import dev.layeredsaga.paymentstub.access.AccessPolicy.Zone;
import java.util.List;
import java.util.Set;

/** Maps paths to access zones. New and unknown paths default to operators. */
public final class Zones {

    private static final Set<String> PUBLIC = Set.of("/", "/openapi.yaml", "/docs", "/actuator/health");
    private static final List<String> PUBLIC_BELOW = List.of("/docs/", "/actuator/health/");
    private static final String GATEWAY_BELOW = "/v1/";

    private Zones() {}

    public static Zone ofGateway(String path) {
        if (PUBLIC.contains(path) || PUBLIC_BELOW.stream().anyMatch(path::startsWith)) {
            return Zone.PUBLIC;
        }
        return path.startsWith(GATEWAY_BELOW) ? Zone.GATEWAY : Zone.OPERATORS;
    }

    /** Returns the zone of WireMock's admin API, which is for operators only. */
    public static Zone ofWireMock(String path) {
        return Zone.OPERATORS;
    }
}
