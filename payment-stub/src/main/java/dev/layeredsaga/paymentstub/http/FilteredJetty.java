package dev.layeredsaga.paymentstub.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.tomakehurst.wiremock.common.JettySettings;
import com.github.tomakehurst.wiremock.core.Options;
import com.github.tomakehurst.wiremock.http.AdminRequestHandler;
import com.github.tomakehurst.wiremock.http.HttpServer;
import com.github.tomakehurst.wiremock.http.HttpServerFactory;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import com.github.tomakehurst.wiremock.http.StubRequestHandler;
import com.github.tomakehurst.wiremock.jetty11.Jetty11HttpServer;
import dev.layeredsaga.paymentstub.access.ApiKeys;
import dev.layeredsaga.paymentstub.http.message.Problems;
import dev.layeredsaga.paymentstub.http.message.Responses;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import wiremock.jakarta.servlet.DispatcherType;
import wiremock.jakarta.servlet.http.HttpFilter;
import wiremock.jakarta.servlet.http.HttpServletRequest;
import wiremock.jakarta.servlet.http.HttpServletResponse;
import wiremock.org.eclipse.jetty.http.HttpFields;
import wiremock.org.eclipse.jetty.io.NetworkTrafficListener;
import wiremock.org.eclipse.jetty.server.HttpConfiguration;
import wiremock.org.eclipse.jetty.server.Request;
import wiremock.org.eclipse.jetty.server.Server;
import wiremock.org.eclipse.jetty.server.ServerConnector;
import wiremock.org.eclipse.jetty.server.handler.ErrorHandler;
import wiremock.org.eclipse.jetty.servlet.FilterHolder;
import wiremock.org.eclipse.jetty.servlet.ServletContextHandler;

/**
 * WireMock's server with authentication filters and a case-sensitive header cache: by default Jetty caches the headers of a
 * connection and replaces a value with the cached one if they differ only in case, which would change credentials.
 */
record FilteredJetty(ApiKeys keys) implements HttpServerFactory {

    private static final Set<String> PUBLIC = Set.of("/", "/openapi.yaml", "/docs", "/actuator/health");
    private static final List<String> PUBLIC_BELOW = List.of("/docs/", "/actuator/health/");

    @Override
    public HttpServer buildHttpServer(
            Options options, AdminRequestHandler adminRequestHandler, StubRequestHandler stubRequestHandler) {
        return new Filtered(options, adminRequestHandler, stubRequestHandler);
    }

    private void addFilters(ServletContextHandler context, Predicate<String> open) {
        for (HttpFilter filter : List.of(new AuthFilter(keys, open), new ReadableRequests(open))) {
            var holder = new FilterHolder(filter);
            holder.setAsyncSupported(true);
            context.addFilter(holder, "/*", EnumSet.of(DispatcherType.REQUEST));
        }
    }

    private static boolean isPublic(String path) {
        return PUBLIC.contains(path) || PUBLIC_BELOW.stream().anyMatch(path::startsWith);
    }

    private final class Filtered extends Jetty11HttpServer {

        Filtered(Options options, AdminRequestHandler admin, StubRequestHandler stubs) {
            super(options, admin, stubs);
        }

        @Override
        protected void applyAdditionalServerConfiguration(Server jetty, Options options) {
            super.applyAdditionalServerConfiguration(jetty, options);
            jetty.setErrorHandler(new ErrorResponses());
        }

        @Override
        protected void decorateMockServiceContextBeforeConfig(ServletContextHandler mockServiceContext) {
            addFilters(mockServiceContext, FilteredJetty::isPublic);
        }

        @Override
        protected void decorateAdminServiceContextBeforeConfig(ServletContextHandler adminServiceContext) {
            addFilters(adminServiceContext, path -> false);
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

    /** Sends problems for malformed HTTP, which Jetty itself rejects. */
    private static final class ErrorResponses extends ErrorHandler {

        @Override
        public ByteBuffer badMessageError(int status, String reason, HttpFields.Mutable fields) {
            ResponseDefinition problem = Responses.marked(Problems.unreadable(status));
            problem.getHeaders().all().forEach(header -> fields.put(header.key(), header.firstValue()));
            return ByteBuffer.wrap(problem.getBody().getBytes(UTF_8));
        }

        @Override
        public boolean errorPageForMethod(String method) {
            return true;
        }

        /** Handles valid HTTP that addresses no resource, such as {@code GET *}. */
        @Override
        protected void generateAcceptableResponse(
                Request baseRequest, HttpServletRequest request, HttpServletResponse response, int code, String message)
                throws IOException {
            Problems.send(Problems.unreadable(code), response);
            baseRequest.setHandled(true);
        }
    }
}
