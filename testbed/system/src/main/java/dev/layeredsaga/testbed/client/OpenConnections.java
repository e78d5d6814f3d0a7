package dev.layeredsaga.testbed.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Connections to services of this machine, which send what they are given, as it is, and read no more than they are asked to. What takes
 * longer than 20 s ends in an {@link UncheckedIOException}. Not thread-safe.
 */
public record OpenConnections(List<Socket> sockets) implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = 20_000;

    /** None yet. */
    public OpenConnections() {
        this(new ArrayList<>());
    }

    /** Returns a request without a body. */
    public static String request(String method, String path, String... headers) {
        return Stream.of(
                        List.of(method + " " + path + " HTTP/1.1", "Host: localhost"),
                        List.of(headers),
                        List.of("", ""))
                .flatMap(List::stream)
                .collect(Collectors.joining("\r\n"));
    }

    /** Opens one more, and sends the request. */
    public Socket open(URI service, String request) {
        try {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.getPort());
            sockets.add(socket);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write(request.getBytes(UTF_8));
            return socket;
        } catch (IOException e) {
            throw new UncheckedIOException("after " + sockets.size() + " connections", e);
        }
    }

    /** Opens one more, sends the request, and returns once it has begun to be answered. */
    public void ask(URI service, String request) {
        try {
            if (open(service, request).getInputStream().read() < 0) {
                throw new EOFException("closed");
            }
        } catch (IOException e) {
            throw new UncheckedIOException("connection " + sockets.size() + " is not answered", e);
        }
    }

    /** Sends the request over a connection of its own, and returns all that comes until the service closes it; or why it does not. */
    public static String answerTo(URI service, String request) {
        try (OpenConnections one = new OpenConnections()) {
            return new String(one.open(service, request).getInputStream().readAllBytes(), UTF_8);
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Override
    public void close() {
        for (Socket socket : sockets) {
            try {
                socket.close();
            } catch (IOException e) {
                // it is gone either way
            }
        }
    }
}
