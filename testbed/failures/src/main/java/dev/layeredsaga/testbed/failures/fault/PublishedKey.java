package dev.layeredsaga.testbed.failures.fault;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpHandlers;
import com.sun.net.httpserver.HttpServer;
import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;

/** The key of the {@link LocalIssuer}, published as identity providers do it, and how often it is asked for. Thread-safe. */
public final class PublishedKey implements AutoCloseable {

    private final AtomicInteger asked = new AtomicInteger();
    private final HttpServer server;

    public PublishedKey() {
        try {
            RSAKey.Builder key = new RSAKey.Builder(LocalIssuer.get().publicKey()).keyIDFromThumbprint();
            String keys = new JWKSet(key.build()).toString();
            HttpHandler answer = HttpHandlers.of(200, Headers.of("Content-Type", "application/json"), keys);
            Filter count = Filter.beforeHandler("count", exchange -> asked.incrementAndGet());
            InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
            server = HttpServer.create(anyPort, 0, "/", answer, count);
        } catch (JOSEException | IOException e) {
            throw new IllegalStateException(e);
        }
        server.start();
    }

    public String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Returns how often it has been asked for by now. */
    public int asked() {
        return asked.get();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
