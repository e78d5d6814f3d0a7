package dev.layeredsaga.paymentstub;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;

/** A request as it is written here, which no HTTP client would send. */
final class OneRequest {

    private static final int TIMEOUT_MILLIS = 10_000;

    private OneRequest() {}

    /** Returns the whole response. */
    static String get(int port, String target) throws IOException {
        return send(port, "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".formatted(target));
    }

    /** Sends this, and returns what comes back until the connection is closed. */
    static String send(int port, String request) throws IOException {
        try (var socket = opened(port, request)) {
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    /** Sends this, which may be no more than the beginning of a request, and returns the first line that comes back. */
    static String statusLineOf(int port, String request) throws IOException {
        try (var socket = opened(port, request);
                var answer = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8))) {
            return String.valueOf(answer.readLine());
        }
    }

    private static Socket opened(int port, String request) throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.getOutputStream().write(request.getBytes(US_ASCII));
        return socket;
    }
}
