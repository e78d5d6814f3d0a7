package dev.layeredsaga.paymentstub.http;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Lets the handlers behind the routes be exchanged while WireMock, which takes its routes once, goes on. Thread-safe;
 * all handlers are exchanged at once.
 */
final class Switchboard {

    private final List<Route> routes;
    private volatile Map<String, Handler> handlers;

    Switchboard(List<Route> routes) {
        this.routes = routes;
        this.handlers = byName(routes);
    }

    /** The routes, to whatever handlers are connected when a request comes in. */
    List<Route> routes() {
        return routes.stream()
                .map(route -> route.handledBy(request -> handler(route.name()).answer(request)))
                .toList();
    }

    /** Connects the handlers of other routes of the same names. */
    void connect(List<Route> others) {
        handlers = byName(others);
    }

    private Handler handler(String name) {
        return Objects.requireNonNull(handlers.get(name), name);
    }

    private static Map<String, Handler> byName(List<Route> routes) {
        return routes.stream().collect(Collectors.toUnmodifiableMap(Route::name, Route::handler));
    }
}
