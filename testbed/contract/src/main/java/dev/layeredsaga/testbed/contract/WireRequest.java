package dev.layeredsaga.testbed.contract;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** A request in HTTP/1.1 as sent over the wire, so that it can be one that no client would send. Not thread-safe. */
final class WireRequest {

    private String method;
    private String target;
    private String version = "HTTP/1.1";
    private final List<String> headers = new ArrayList<>();
    private byte[] body;
    private boolean isOdd;

    private WireRequest(String method, String target, byte[] body) {
        this.method = method;
        this.target = target;
        this.body = body;
    }

    static WireRequest of(Draft draft, URI service, String token) {
        HttpRequest request = draft.toRequest(service, token);
        URI uri = request.uri();
        String target = uri.getRawPath() + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
        byte[] body = draft.body();
        WireRequest wire = new WireRequest(request.method(), target, body == null ? new byte[0] : body);
        wire.header("Host: " + uri.getAuthority());
        request.headers().map().forEach((name, values) -> values.forEach(value -> wire.header(name + ": " + value)));
        if (body != null) {
            wire.header("Content-Length: " + body.length);
        }
        return wire;
    }

    String method() {
        return method;
    }

    void method(String other) {
        method = other;
        isOdd = true;
    }

    String target() {
        return target;
    }

    void target(String other) {
        target = other;
        isOdd = true;
    }

    String version() {
        return version;
    }

    void version(String other) {
        version = other;
        isOdd = true;
    }

    /** Adds a line to the headers without any validation. */
    void header(String line) {
        headers.add(line);
    }

    void oddHeader(String line) {
        headers.add(line);
        isOdd = true;
    }

    void removeHeaders(String name) {
        headers.removeIf(line -> line.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT) + ":"));
        isOdd = true;
    }

    /** Returns true if a header names a transfer coding other than chunked, which HTTP/1.1 servers need not know. */
    boolean hasUnknownCoding() {
        return headers.stream()
                .map(line -> line.toLowerCase(Locale.ROOT))
                .anyMatch(line -> line.startsWith("transfer-encoding:") && !line.endsWith(": chunked"));
    }

    byte[] body() {
        return body;
    }

    /** Sends these bytes with the correct {@code Content-Length}. */
    void body(byte[] other) {
        removeHeaders("Content-Length");
        body = other;
        header("Content-Length: " + other.length);
    }

    /** Sends these bytes unchanged, whatever length the headers state. */
    void rawBody(byte[] other) {
        body = other;
        isOdd = true;
    }

    void replaceHeaders(UnaryOperator<String> change) {
        headers.replaceAll(change);
    }

    /** Replaces the body by one of the same length. */
    void replaceBody(String other) {
        body = other.getBytes(ISO_8859_1);
    }

    /** Returns true if the connection must not be reused after the request. */
    boolean isOdd() {
        return isOdd;
    }

    byte[] bytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        String head = method + " " + target + " " + version + "\r\n" + String.join("\r\n", headers) + "\r\n\r\n";
        bytes.writeBytes(head.getBytes(ISO_8859_1));
        bytes.writeBytes(body);
        return bytes.toByteArray();
    }

    /** Returns a bash command that sends the same bytes and shows the response; curl refuses to send many of these requests. */
    String asCommand(URI service) {
        StringBuilder text = new StringBuilder();
        for (byte one : bytes()) {
            if (one >= ' ' && one < 0x7f && one != '\'' && one != '\\') {
                text.append((char) one);
            } else {
                text.append("\\x%02x".formatted(one & 0xff));
            }
        }
        return "printf '%%b' '%s' | nc -w 5 %s %d".formatted(text, service.getHost(), service.getPort());
    }
}
