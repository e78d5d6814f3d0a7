package dev.layeredsaga.testbed.contract;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** A request in HTTP/1.1 as it goes over the wire, so that it may also be one that no client would send. Not thread-safe. */
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

    /** Adds a line to the headers, whatever is in it. */
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

    /** Returns true if its body is said to be in another coding than chunks, which HTTP/1.1 need not know. */
    boolean hasUnknownCoding() {
        return headers.stream()
                .map(line -> line.toLowerCase(Locale.ROOT))
                .anyMatch(line -> line.startsWith("transfer-encoding:") && !line.endsWith(": chunked"));
    }

    byte[] body() {
        return body;
    }

    /** Sends these bytes, with a {@code Content-Length} that is right. */
    void body(byte[] other) {
        removeHeaders("Content-Length");
        body = other;
        header("Content-Length: " + other.length);
    }

    /** Sends these bytes as they are, whatever the headers say of their length. */
    void rawBody(byte[] other) {
        body = other;
        isOdd = true;
    }

    void replaceHeaders(UnaryOperator<String> change) {
        headers.replaceAll(change);
    }

    /** Sends these bytes, as many as there were, in place of the others. */
    void replaceBody(String other) {
        body = other.getBytes(ISO_8859_1);
    }

    /** Returns true if the connection should not be used again. */
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

    /** Returns a command for bash that sends the same bytes and shows the answer; curl refuses to send many of these. */
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
