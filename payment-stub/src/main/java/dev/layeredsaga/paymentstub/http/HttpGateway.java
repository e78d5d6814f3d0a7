package dev.layeredsaga.paymentstub.http;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.common.FatalStartupException;
import com.github.tomakehurst.wiremock.core.Options;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.extension.MappingsLoaderExtension;
import com.github.tomakehurst.wiremock.extension.ResponseDefinitionTransformerV2;
import com.github.tomakehurst.wiremock.http.Request;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import com.github.tomakehurst.wiremock.stubbing.StubMapping;
import com.github.tomakehurst.wiremock.stubbing.StubMappings;
import dev.layeredsaga.paymentstub.access.ApiKeys;
import dev.layeredsaga.paymentstub.gateway.Gateway;
import dev.layeredsaga.paymentstub.http.api.Endpoints;
import dev.layeredsaga.paymentstub.http.message.Problems;
import dev.layeredsaga.paymentstub.http.message.Responses;
import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import dev.layeredsaga.paymentstub.vocabulary.InvalidInput;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;
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
    private final Transformer transformer;

    private HttpGateway(WireMockServer server, Transformer transformer) {
        this.server = server;
        this.transformer = transformer;
    }

    /**
     * Starts listening.
     *
     * @param address the socket address; port 0 for any free port
     * @throws PortTaken if another process listens on the port
     */
    public static HttpGateway start(InetSocketAddress address, ApiKeys keys, Gateway gateway) {
        var transformer = new Transformer(new Endpoints(gateway));
        var server = new WireMockServer(configuration(address)
                .httpServerFactory(new FilteredJetty(keys))
                .extensions(transformer));
        try {
            server.start();
        } catch (FatalStartupException e) {
            throw isPortTaken(e) ? new PortTaken(address.getPort(), e) : e;
        }
        return new HttpGateway(server, transformer);
    }

    /** Serves another gateway from now on; requests in flight stay with the previous one. */
    public void serve(Gateway other) {
        transformer.endpoints = new Endpoints(other);
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
                .threadPoolFactory(HttpGateway::virtualThreads)
                // a client rejected by a full accept queue retries only after a second
                .jettyAcceptQueueSize(ACCEPT_QUEUE_SIZE)
                .templatingEnabled(false)
                // responses have a few hundred bytes: compression costs each side more than the call itself
                .gzipDisabled(true)
                .stubRequestLoggingDisabled(true)
                .maxRequestJournalEntries(KEPT_REQUESTS)
                .jettyStopTimeout(STOP_TIMEOUT_MILLIS);
    }

    private static boolean isPortTaken(@Nullable Throwable e) {
        return e != null && (e instanceof BindException || isPortTaken(e.getCause()));
    }

    /**
     * Runs each request on a virtual thread. A slow payment blocks its thread for seconds and a timeout for half a minute;
     * a few dozen of them would exhaust a bounded pool. WireMock's own response delays do not fit: the decision itself must
     * come at the end of the delay, not before.
     */
    private static ThreadPool virtualThreads(Options options) {
        var platformThreads = new QueuedThreadPool(options.containerThreads());
        platformThreads.setVirtualThreadsExecutor(Executors.newVirtualThreadPerTaskExecutor());
        return platformThreads;
    }

    /** Thrown if another process listens on the stub's port. */
    public static final class PortTaken extends RuntimeException {

        PortTaken(int port, Throwable cause) {
            super("port " + port + " is taken", cause);
        }
    }

    /** Answers from the endpoints whatever no other mapping answers, and converts exceptions to problems. */
    private static final class Transformer implements MappingsLoaderExtension, ResponseDefinitionTransformerV2 {

        private static final System.Logger LOG = System.getLogger(Transformer.class.getName());

        /** Replaced by {@link HttpGateway#serve}, while WireMock keeps running. */
        private volatile Endpoints endpoints;

        Transformer(Endpoints endpoints) {
            this.endpoints = endpoints;
        }

        /** Called at the start, and again after each reset through WireMock's admin API. */
        @Override
        public void loadMappingsInto(StubMappings stubMappings) {
            stubMappings.addMapping(WireMock.any(WireMock.anyUrl())
                    .atPriority(StubMapping.DEFAULT_PRIORITY + 1)
                    .willReturn(WireMock.aResponse().withTransformers(getName()))
                    .build());
        }

        @Override
        public ResponseDefinition transform(ServeEvent serveEvent) {
            return Responses.marked(answer(serveEvent.getRequest()));
        }

        // no exception may reach WireMock, which would send the stack trace to the client
        private ResponseDefinition answer(Request request) {
            try {
                return endpoints.answer(request);
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
            return "endpoints";
        }
    }
}
