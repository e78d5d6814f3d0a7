package dev.layeredsaga.paymentstub;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;

/** Sends raw requests that no HTTP client would send. */
final class OneRequest {

    private static final int TIMEOUT_MILLIS = 10_000;

    private OneRequest() {}

    /** Sends a GET request and returns the whole response. */
    static String get(int port, String target) throws IOException {
        return send(port, "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".formatted(target));
    }

    /** Sends the request and returns the response up to the end of the connection. */
    static String send(int port, String request) throws IOException {
        try (var socket = opened(port, request)) {
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    /** Sends the request, which may be incomplete, and returns the first line of the response. */
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
