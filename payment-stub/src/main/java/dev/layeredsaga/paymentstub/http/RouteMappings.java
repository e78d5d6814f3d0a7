package dev.layeredsaga.paymentstub.http;

import com.github.tomakehurst.wiremock.extension.MappingsLoaderExtension;
import com.github.tomakehurst.wiremock.stubbing.StubMappings;
import java.util.List;

/** Registers the routes with WireMock, and again after each reset through its admin API. */
final class RouteMappings implements MappingsLoaderExtension {

    private final List<Route> routes;

    RouteMappings(List<Route> routes) {
        this.routes = routes;
    }

    @Override
    public void loadMappingsInto(StubMappings stubMappings) {
        routes.stream().map(Route::stub).forEach(stubMappings::addMapping);
    }

    @Override
    public String getName() {
        return "routes";
    }
}
