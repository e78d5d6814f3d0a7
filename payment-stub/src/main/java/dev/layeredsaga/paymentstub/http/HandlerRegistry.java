package dev.layeredsaga.paymentstub.http;

import dev.layeredsaga.paymentstub.http.api.Route;
import dev.layeredsaga.paymentstub.http.api.Route.Handler;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A registry of handlers that can be replaced while WireMock, which loads its routes only once, keeps running.
 * Thread-safe; all handlers are replaced atomically.
 */
final class HandlerRegistry {

    private final List<Route> routes;
    private volatile Map<String, Handler> handlers;

    HandlerRegistry(List<Route> routes) {
        this.routes = routes;
        this.handlers = byName(routes);
    }

    /** Returns the routes, which resolve their handler on each request. */
    List<Route> routes() {
        return routes.stream()
                .map(route -> route.handledBy(request -> handler(route.name()).answer(request)))
                .toList();
    }

    /** Replaces the handlers with those of routes of the same names. */
    void replace(List<Route> others) {
        handlers = byName(others);
    }

    private Handler handler(String name) {
        return Objects.requireNonNull(handlers.get(name), name);
    }

    private static Map<String, Handler> byName(List<Route> routes) {
        return routes.stream().collect(Collectors.toUnmodifiableMap(Route::name, Route::handler));
    }
}
