package dev.layeredsaga.testbed.infrastructure.redis;

import dev.layeredsaga.testbed.infrastructure.server.Server;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A Redis server without persistence: its data is lost when it stops. */
public interface RedisServer extends Server {

    @Override
    default String name() {
        return "Redis";
    }

    default String url() {
        return "redis://%s:%d".formatted(host(), port());
    }

    @Override
    default boolean isReady() {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(host(), port()), 1_000);
            socket.setSoTimeout(1_000);
            socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readNBytes(5), StandardCharsets.US_ASCII).equals("+PONG");
        } catch (IOException e) {
            return false;
        }
    }
}
