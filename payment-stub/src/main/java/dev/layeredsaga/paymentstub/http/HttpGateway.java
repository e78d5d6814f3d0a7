package dev.layeredsaga.paymentstub.http;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.common.FatalStartupException;
import com.github.tomakehurst.wiremock.core.Options;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.extension.Extension;
import com.github.tomakehurst.wiremock.extension.MappingsLoaderExtension;
import com.github.tomakehurst.wiremock.extension.ResponseDefinitionTransformerV2;
import com.github.tomakehurst.wiremock.http.Request;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import com.github.tomakehurst.wiremock.http.ThreadPoolFactory;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import com.github.tomakehurst.wiremock.stubbing.StubMappings;
import dev.layeredsaga.paymentstub.access.ApiKeys;
import dev.layeredsaga.paymentstub.gateway.Gateway;
import dev.layeredsaga.paymentstub.http.api.Endpoints;
import dev.layeredsaga.paymentstub.http.api.Route;
import dev.layeredsaga.paymentstub.http.api.Route.Handler;
import dev.layeredsaga.paymentstub.http.message.Problems;
import dev.layeredsaga.paymentstub.http.message.Responses;
import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import dev.layeredsaga.paymentstub.vocabulary.InvalidInput;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import wiremock.org.eclipse.jetty.util.thread.QueuedThreadPool;
import wiremock.org.eclipse.jetty.util.thread.ThreadPool;

/** The gateway behind a WireMock server. */
public final class HttpGateway implements AutoCloseable {

    private static final int KEPT_REQUESTS = 100;
    private static final long STOP_TIMEOUT_MILLIS = 500;
    private static final int ACCEPT_QUEUE_SIZE = 1_000;

    private final WireMockServer server;
    /** By route; replaced while WireMock, which loads its routes only once, keeps running. */
    private final AtomicReference<Map<String, Handler>> handlers;

    private HttpGateway(WireMockServer server, AtomicReference<Map<String, Handler>> handlers) {
        this.server = server;
        this.handlers = handlers;
    }

    /**
     * Starts listening.
     *
     * @param address the socket address; port 0 for any free port
     * @throws PortTaken if another process listens on the port
     */
    public static HttpGateway start(InetSocketAddress address, ApiKeys keys, Gateway gateway) {
        List<Route> routes = Endpoints.of(gateway);
        var handlers = new AtomicReference<>(handlers(routes));
        var server = new WireMockServer(configuration(address)
                .httpServerFactory(new FilteredJetty(keys))
                .extensions(extensions(replaceable(routes, handlers))));
        try {
            server.start();
        } catch (FatalStartupException e) {
            throw isPortTaken(e) ? new PortTaken(address.getPort(), e) : e;
        }
        return new HttpGateway(server, handlers);
    }

    /** Serves another gateway from now on; requests in flight stay with the previous one. */
    public void serve(Gateway other) {
        handlers.set(handlers(Endpoints.of(other)));
    }

    public int port() {
        return server.port();
    }

    @Override
    public void close() {
        server.stop();
    }

    private static WireMockConfiguration configuration(InetSocketAddress address) {
        return WireMockConfiguration.options()
                .bindAddress(address.getAddress().getHostAddress())
                .port(address.getPort())
                // HTTP/1.1: a broken response must not break other requests multiplexed on its connection
                .http2PlainDisabled(true)
                .threadPoolFactory(new VirtualThreads())
                // a client rejected by a full accept queue retries only after a second
                .jettyAcceptQueueSize(ACCEPT_QUEUE_SIZE)
                .templatingEnabled(false)
                // responses have a few hundred bytes: compression costs each side more than the call itself
                .gzipDisabled(true)
                .stubRequestLoggingDisabled(true)
                .maxRequestJournalEntries(KEPT_REQUESTS)
                .jettyStopTimeout(STOP_TIMEOUT_MILLIS);
    }

    private static Map<String, Handler> handlers(List<Route> routes) {
        return routes.stream().collect(Collectors.toUnmodifiableMap(Route::name, Route::handler));
    }

    /** Returns the routes, which look up their handler on each request. */
    private static List<Route> replaceable(List<Route> routes, AtomicReference<Map<String, Handler>> handlers) {
        return routes.stream()
                .map(route -> route.handledBy(request ->
                        Objects.requireNonNull(handlers.get().get(route.name())).answer(request)))
                .toList();
    }

    private static Extension[] extensions(List<Route> routes) {
        Stream<Extension> transformers = routes.stream().map(RouteTransformer::new);
        return Stream.concat(Stream.of(new RouteMappings(routes)), transformers).toArray(Extension[]::new);
    }

    private static boolean isPortTaken(@Nullable Throwable e) {
        return e != null && (e instanceof BindException || isPortTaken(e.getCause()));
    }

    /**
     * Runs each request on a virtual thread. A slow payment blocks its thread for seconds and a timeout for half a minute;
     * a few dozen of them would exhaust a bounded pool. WireMock's own response delays do not fit: the decision itself must
     * come at the end of the delay, not before.
     */
    private static final class VirtualThreads implements ThreadPoolFactory {

        @Override
        public ThreadPool buildThreadPool(Options options) {
            var platformThreads = new QueuedThreadPool(options.containerThreads());
            platformThreads.setVirtualThreadsExecutor(Executors.newVirtualThreadPerTaskExecutor());
            return platformThreads;
        }
    }

    /** Registers the routes with WireMock, and again after each reset through its admin API. */
    private static final class RouteMappings implements MappingsLoaderExtension {

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

    /** Thrown if another process listens on the stub's port. */
    public static final class PortTaken extends RuntimeException {

        PortTaken(int port, Throwable cause) {
            super("port " + port + " is taken", cause);
        }
    }

    /** Calls a route's handler from WireMock and converts its exceptions to problems. */
    private static final class RouteTransformer implements ResponseDefinitionTransformerV2 {

        private static final System.Logger LOG = System.getLogger(RouteTransformer.class.getName());

        private final Route route;

        RouteTransformer(Route route) {
            this.route = route;
        }

        @Override
        public ResponseDefinition transform(ServeEvent serveEvent) {
            return Responses.marked(answer(serveEvent.getRequest()));
        }

        // no exception may reach WireMock, which would send the stack trace to the client
        private ResponseDefinition answer(Request request) {
            try {
                return route.handler().answer(request);
            } catch (InvalidInput e) {
                return Problems.invalid(e);
            } catch (JacksonException e) {
                return Problems.malformed(e);
            } catch (RuntimeException e) {
                LOG.log(System.Logger.Level.ERROR, "could not answer " + request.getUrl(), e);
                return Problems.of(ErrorCode.INTERNAL_ERROR, "something in the stub itself went wrong");
            }
        }

        @Override
        public boolean applyGlobally() {
            return false;
        }

        @Override
        public String getName() {
            return route.name();
        }
    }
}
