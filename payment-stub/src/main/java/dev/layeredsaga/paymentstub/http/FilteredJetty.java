package dev.layeredsaga.paymentstub.http;

import com.github.tomakehurst.wiremock.common.JettySettings;
import com.github.tomakehurst.wiremock.core.Options;
import com.github.tomakehurst.wiremock.http.AdminRequestHandler;
import com.github.tomakehurst.wiremock.http.HttpServer;
import com.github.tomakehurst.wiremock.http.HttpServerFactory;
import com.github.tomakehurst.wiremock.http.StubRequestHandler;
import com.github.tomakehurst.wiremock.jetty11.Jetty11HttpServer;
import dev.layeredsaga.paymentstub.access.AccessPolicy;
import dev.layeredsaga.paymentstub.access.AccessPolicy.Zone;
import dev.layeredsaga.paymentstub.http.message.ProblemWriter;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import wiremock.jakarta.servlet.DispatcherType;
import wiremock.jakarta.servlet.http.HttpFilter;
import wiremock.org.eclipse.jetty.io.NetworkTrafficListener;
import wiremock.org.eclipse.jetty.server.HttpConfiguration;
import wiremock.org.eclipse.jetty.server.Server;
import wiremock.org.eclipse.jetty.server.ServerConnector;
import wiremock.org.eclipse.jetty.servlet.FilterHolder;
import wiremock.org.eclipse.jetty.servlet.ServletContextHandler;

/**
 * WireMock's server with authentication filters and a case-sensitive header cache: by default Jetty caches the headers of a
 * connection and replaces a value with the cached one if they differ only in case, which would change credentials.
 */
final class FilteredJetty implements HttpServerFactory {

    private final AccessPolicy access;

    FilteredJetty(AccessPolicy access) {
        this.access = access;
    }

    @Override
    public HttpServer buildHttpServer(
            Options options, AdminRequestHandler adminRequestHandler, StubRequestHandler stubRequestHandler) {
        return new Filtered(options, adminRequestHandler, stubRequestHandler);
    }

    private static void add(HttpFilter filter, ServletContextHandler context) {
        var holder = new FilterHolder(filter);
        holder.setAsyncSupported(true);
        context.addFilter(holder, "/*", EnumSet.of(DispatcherType.REQUEST));
    }

    private final class Filtered extends Jetty11HttpServer {

        Filtered(Options options, AdminRequestHandler admin, StubRequestHandler stubs) {
            super(options, admin, stubs);
        }

        @Override
        protected void applyAdditionalServerConfiguration(Server jetty, Options options) {
            super.applyAdditionalServerConfiguration(jetty, options);
            jetty.setErrorHandler(new ProblemWriter.OfJetty());
        }

        @Override
        protected void decorateMockServiceContextBeforeConfig(ServletContextHandler mockServiceContext) {
            add(new AuthFilter(access, Zones::ofGateway), mockServiceContext);
            add(new ReadableRequests(Zones::ofGateway), mockServiceContext);
        }

        @Override
        protected void decorateAdminServiceContextBeforeConfig(ServletContextHandler adminServiceContext) {
            add(new AuthFilter(access, Zones::ofWireMock), adminServiceContext);
            add(new ReadableRequests(Zones::ofWireMock), adminServiceContext);
        }

        @Override
        protected ServerConnector createHttpConnector(
                String bindAddress, int port, JettySettings settings, NetworkTrafficListener listener) {
            ServerConnector connector = super.createHttpConnector(bindAddress, port, settings, listener);
            connector.getConnectionFactories().stream()
                    .filter(HttpConfiguration.ConnectionFactory.class::isInstance)
                    .map(HttpConfiguration.ConnectionFactory.class::cast)
                    .forEach(http -> http.getHttpConfiguration().setHeaderCacheCaseSensitive(true));
            return connector;
        }
    }

    /** Maps paths to access zones. New and unknown paths default to operators. */
    private static final class Zones {

        private static final Set<String> PUBLIC = Set.of("/", "/openapi.yaml", "/docs", "/actuator/health");
        private static final List<String> PUBLIC_BELOW = List.of("/docs/", "/actuator/health/");
        private static final String GATEWAY_BELOW = "/v1/";

        private Zones() {}

        static Zone ofGateway(String path) {
            if (PUBLIC.contains(path) || PUBLIC_BELOW.stream().anyMatch(path::startsWith)) {
                return Zone.PUBLIC;
            }
            return path.startsWith(GATEWAY_BELOW) ? Zone.GATEWAY : Zone.OPERATORS;
        }

        /** Returns the zone of WireMock's admin API, which is for operators only. */
        static Zone ofWireMock(String path) {
            return Zone.OPERATORS;
        }
    }
}
