package dev.layeredsaga.testbed.contract;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.zip.GZIPOutputStream;

/** Mutates requests in ways beyond the specification: the target, the headers, the method, the framing of the body. */
final class WireMischief {

    private static final List<String> METHODS =
            List.of("PATCH", "TRACE", "OPTIONS", "HEAD", "get", "FOO", "PROPFIND", "POST", "DELETE", "PUT", "G\u0001T");

    private static final List<String> TARGET_ENDS = List.of(
            "?%zz=1",
            "?a=%",
            "?a=%c3%28",
            "?%00",
            "?a[]=1&a[]=2",
            "?limit=1&limit=2",
            "?&&=&",
            "?" + "a=1&".repeat(400),
            "%00",
            "%2e%2e%2f",
            "%2f",
            "%5c",
            "/..;/",
            "/../..",
            ";x=1",
            ";",
            "//",
            "/",
            "/.",
            "/%",
            "#x",
            " x",
            "\u007f",
            "\u00e9",
            "|",
            "\\",
            "^",
            "{x}",
            "\"",
            "<x>",
            "/" + "a".repeat(7_000));

    private static final List<String> HEADERS = List.of(
            "X-Odd: a\u0001b",
            "X-Odd: \u007f",
            "X-Odd: \u00e9\u00ff",
            "X-Odd:",
            "X Odd: 1",
            ": nothing",
            "nothing",
            " folded: 1",
            "X-Odd: a\tb",
            "X-Odd: " + "x".repeat(9_000),
            "Host: other.example",
            "Host: a b",
            "Host:",
            "Accept: */*;q=x",
            "Accept: ;",
            "Accept: application/*, text/html;q=0.9",
            "Accept: text/event-stream",
            "Accept-Encoding: gzip;q=2, *;q=nope",
            "Accept-Language: \u0002",
            "Accept-Charset: nope",
            "Range: bytes=0-1",
            "Range: bytes=-",
            "If-Match: \"1\"",
            "If-Match: *",
            "If-Match: W/\"\u0003\"",
            "If-None-Match: *",
            "If-Modified-Since: yesterday",
            "Last-Event-ID: -1",
            "Last-Event-ID: \u0001",
            "Prefer: wait=-1",
            "Prefer: wait=x, wait=0",
            "Idempotency-Key: \u0001\u0002",
            "Idempotency-Key: \u00e9",
            "Claim-Token: \u0004",
            "Authorization: Basic YTpi",
            "Authorization: Bearer",
            "Authorization: Bearer \u0001",
            "Cookie: a=b; \u0001",
            "traceparent: 00-0-0-0",
            "traceparent: " + "f".repeat(300),
            "X-Forwarded-For: \u0001",
            "Forwarded: for=\"",
            "X-HTTP-Method-Override: DELETE",
            "Origin: null",
            "Upgrade: h2c",
            "Upgrade: websocket",
            "Expect: 100-continue",
            "Expect: nonsense",
            "Connection: close, Host",
            "webhook-id: \u0001",
            "webhook-signature: v1,",
            "TE: trailers");

    private static final List<String> CONTENT_TYPES = List.of(
            "*/*",
            "application/*",
            "application/json;charset=nope",
            "application/json;charset=\"",
            "application/json;",
            "application/json; charset=utf-16",
            "application/json;charset=utf-8;charset=utf-16",
            "application",
            "/",
            "",
            "text/plain;charset=\u0001",
            "multipart/form-data",
            "multipart/form-data; boundary=",
            "application/cbor",
            "application/x-www-form-urlencoded;charset=nope",
            "application/problem+json",
            "a/b;c=\"d\\\"");

    private static final List<String> ENCODINGS =
            List.of("gzip", "deflate", "br", "identity", "gzip, gzip", "nope", "x-gzip", "\u0001");

    private static final List<String> LENGTHS = List.of("-1", "abc", "1, 2", "99999999999999999999", "+5", "0x5", "");

    private final RandomGenerator random;

    WireMischief(RandomGenerator random) {
        this.random = random;
    }

    void spoil(WireRequest request) {
        switch (random.nextInt(8)) {
            case 0, 1 -> request.target(request.target() + oneOf(TARGET_ENDS));
            case 2, 3 -> request.oddHeader(oneOf(HEADERS));
            case 4 -> spoilType(request);
            case 5 -> spoilEncoding(request);
            case 6 -> spoilFraming(request);
            default -> spoilFirstLine(request);
        }
    }

    private void spoilType(WireRequest request) {
        if (random.nextInt(4) > 0) {
            request.removeHeaders("Content-Type");
        }
        request.oddHeader("Content-Type: " + oneOf(CONTENT_TYPES));
        if (random.nextInt(4) == 0) {
            request.body(new String(request.body(), UTF_8).getBytes(UTF_16));
        }
    }

    private void spoilEncoding(WireRequest request) {
        request.oddHeader("Content-Encoding: " + oneOf(ENCODINGS));
        if (random.nextBoolean()) {
            request.body(packed(random.nextInt(4) == 0 ? new byte[2_000_000] : request.body()));
        }
    }

    private static byte[] packed(byte[] bytes) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }

    /** Keeps the body complete, because a service may wait for a missing rest up to its documented timeout. */
    private void spoilFraming(WireRequest request) {
        switch (random.nextInt(6)) {
            case 0 -> chunk(request);
            case 1 -> {
                request.removeHeaders("Content-Length");
                request.header("Transfer-Encoding: chunked");
                request.rawBody("zz\r\n{}\r\n0\r\n\r\n".getBytes(US_ASCII));
            }
            case 2 -> {
                chunk(request);
                request.header("Content-Length: 4");
            }
            case 3 -> {
                request.removeHeaders("Content-Length");
                request.header("Content-Length: " + oneOf(LENGTHS));
            }
            case 4 -> {
                request.removeHeaders("Content-Length");
                request.header("Transfer-Encoding: " + (random.nextBoolean() ? "nope" : "chunked, gzip"));
                request.rawBody("0\r\n\r\n".getBytes(US_ASCII));
            }
            default -> request.body(bytes(random.nextInt(200_000)));
        }
    }

    private void chunk(WireRequest request) {
        byte[] body = request.body();
        int cut = body.length == 0 ? 0 : random.nextInt(body.length);
        ByteArrayOutputStream chunks = new ByteArrayOutputStream();
        for (byte[] part : List.of(Arrays.copyOf(body, cut), Arrays.copyOfRange(body, cut, body.length))) {
            if (part.length > 0) {
                chunks.writeBytes((Integer.toHexString(part.length) + "\r\n").getBytes(US_ASCII));
                chunks.writeBytes(part);
                chunks.writeBytes("\r\n".getBytes(US_ASCII));
            }
        }
        chunks.writeBytes("0\r\n\r\n".getBytes(US_ASCII));
        request.removeHeaders("Content-Length");
        request.header("Transfer-Encoding: chunked");
        request.rawBody(chunks.toByteArray());
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private void spoilFirstLine(WireRequest request) {
        switch (random.nextInt(4)) {
            case 0 -> request.version(oneOf(List.of("HTTP/1.0", "HTTP/2.0", "HTTP/9.9", "HTTP", "", "http/1.1")));
            case 1 ->
                request.target(oneOf(List.of(
                        "*",
                        "x",
                        "http://other.example/orders",
                        "/%",
                        "/\u0001",
                        "/orders/%ff",
                        "/..",
                        "//",
                        "/docs/../orders",
                        new String(bytes(40), ISO_8859_1).replaceAll("[\r\n]", "x"))));
            default -> request.method(oneOf(METHODS));
        }
    }

    private <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
