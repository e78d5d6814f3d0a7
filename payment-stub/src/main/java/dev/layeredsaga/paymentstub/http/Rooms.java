package dev.layeredsaga.paymentstub.http;

import dev.layeredsaga.paymentstub.access.Room;
import java.util.List;
import java.util.Set;

/** Maps paths to access zones. New and unknown paths default to operators. */
final class Rooms {

    private static final Set<String> PUBLIC = Set.of("/", "/openapi.yaml", "/docs", "/actuator/health");
    private static final List<String> PUBLIC_BELOW = List.of("/docs/", "/actuator/health/");
    private static final String GATEWAY_BELOW = "/v1/";

    private Rooms() {}

    static Room ofGateway(String path) {
        if (PUBLIC.contains(path) || PUBLIC_BELOW.stream().anyMatch(path::startsWith)) {
            return Room.PUBLIC;
        }
        return path.startsWith(GATEWAY_BELOW) ? Room.GATEWAY : Room.OPERATORS;
    }

    /** Returns the zone of WireMock's admin API, which is for operators only. */
    static Room ofWireMock(String path) {
        return Room.OPERATORS;
    }
}
