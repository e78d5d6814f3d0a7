package dev.layeredsaga.paymentstub.http;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.common.FatalStartupException;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.extension.Extension;
import dev.layeredsaga.paymentstub.access.Doors;
import dev.layeredsaga.paymentstub.gateway.Gateway;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The gateway behind a WireMock server. */
public final class HttpGateway implements AutoCloseable {

    private static final int KEPT_REQUESTS = 100;
    private static final long STOP_TIMEOUT_MILLIS = 500;
    private static final int MOST_WAITING_TO_BE_ACCEPTED = 1_000;

    private final WireMockServer server;
    private final Switchboard switchboard;

    private HttpGateway(WireMockServer server, Switchboard switchboard) {
        this.server = server;
        this.switchboard = switchboard;
    }

    /**
     * Starts listening.
     *
     * @param place the socket address; port 0 for any free port
     * @throws PortTaken if another process listens on the port
     */
    public static HttpGateway start(InetSocketAddress place, Doors doors, Gateway gateway) {
        var switchboard = new Switchboard(routes(gateway));
        var server = new WireMockServer(configuration(place)
                .httpServerFactory(new GuardedJetty(doors))
                .extensions(extensions(switchboard.routes())));
        try {
            server.start();
        } catch (FatalStartupException e) {
            throw isPortTaken(e) ? new PortTaken(place.getPort(), e) : e;
        }
        return new HttpGateway(server, switchboard);
    }

    /** Serves another gateway from now on; requests in flight stay with the previous one. */
    public void serve(Gateway other) {
        switchboard.connect(routes(other));
    }

    public int port() {
        return server.port();
    }

    @Override
    public void close() {
        server.stop();
    }

    private static WireMockConfiguration configuration(InetSocketAddress place) {
        return WireMockConfiguration.options()
                .bindAddress(place.getAddress().getHostAddress())
                .port(place.getPort())
                // HTTP/1.1: a broken response must not break other requests multiplexed on its connection
                .http2PlainDisabled(true)
                .threadPoolFactory(new VirtualThreads())
                // a client rejected by a full accept queue retries only after a second
                .jettyAcceptQueueSize(MOST_WAITING_TO_BE_ACCEPTED)
                .templatingEnabled(false)
                // responses have a few hundred bytes: compression costs each side more than the call itself
                .gzipDisabled(true)
                .stubRequestLoggingDisabled(true)
                .maxRequestJournalEntries(KEPT_REQUESTS)
                .jettyStopTimeout(STOP_TIMEOUT_MILLIS);
    }

    private static List<Route> routes(Gateway gateway) {
        List<Route> routes = Stream.of(
                        new PaymentApi(gateway.payments()),
                        new RefundApi(gateway.refunds()),
                        new FaultApi(gateway.faults()),
                        new WebhookApi(gateway.webhooks()),
                        new LedgerApi(gateway.ledger()),
                        new AuditApi(gateway.auditor()),
                        new CallsApi(gateway.calls()),
                        new DescriptionApi(),
                        new HouseApi())
                .flatMap(api -> api.routes().stream())
                .toList();
        return Stream.concat(routes.stream(), new StrangerApi(routes).routes().stream())
                .toList();
    }

    private static Extension[] extensions(List<Route> routes) {
        Stream<Extension> transformers = routes.stream().map(RouteTransformer::new);
        return Stream.concat(Stream.of(new RouteMappings(routes)), transformers).toArray(Extension[]::new);
    }

    private static boolean isPortTaken(@Nullable Throwable e) {
        return e != null && (e instanceof BindException || isPortTaken(e.getCause()));
    }
}
