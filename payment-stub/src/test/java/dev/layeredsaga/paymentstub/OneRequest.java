package dev.layeredsaga.paymentstub;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;

/** A request as it is written here, which no HTTP client would send. */
final class OneRequest {

    private static final int TIMEOUT_MILLIS = 10_000;

    private OneRequest() {}

    /** Returns the whole response. */
    static String get(int port, String target) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream()
                    .write("GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                            .formatted(target)
                            .getBytes(US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }
}
