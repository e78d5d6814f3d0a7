package dev.layeredsaga.testbed.e2e;

import java.util.ArrayList;
import java.util.List;

/** Requests that no client sends: their target, a header, the method, the version or the framing of the body is odd. */
final class OddRequests {

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
            "//",
            "/.",
            "/%",
            "#x",
            " x",
            "\u007f",
            "\u00e9",
            "|",
            "\\",
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
            "Range: bytes=-",
            "If-Match: W/\"\u0003\"",
            "If-None-Match: *",
            "If-Modified-Since: yesterday",
            "Last-Event-ID: \u0001",
            "Prefer: wait=-1",
            "Prefer: wait=x, wait=0",
            "Idempotency-Key: \u0001\u0002",
            "Idempotency-Key: \u00e9",
            "Claim-Token: \u0004",
            "Authorization: Basic YTpi",
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
            "webhook-id: \u0001",
            "TE: trailers");

    private static final List<String> OF_A_BODY = List.of(
            "Content-Type: */*",
            "Content-Type: application/*",
            "Content-Type: application/json;charset=nope",
            "Content-Type: application/json;charset=\"",
            "Content-Type: application/json; charset=utf-16",
            "Content-Type: application/json;charset=utf-8;charset=utf-16",
            "Content-Type: application",
            "Content-Type: /",
            "Content-Type:",
            "Content-Type: text/plain;charset=\u0001",
            "Content-Type: multipart/form-data; boundary=",
            "Content-Type: application/x-www-form-urlencoded;charset=nope",
            "Content-Type: a/b;c=\"d\\\"",
            "Content-Type: application/json\r\nContent-Encoding: gzip",
            "Content-Type: application/json\r\nContent-Encoding: nope",
            "Content-Type: application/json\r\nContent-Encoding: \u0001",
            "Content-Type: application/json\r\nContent-Length: 4",
            "Content-Type: application/json\r\nTransfer-Encoding: nope",
            "Content-Type: application/json\r\nTransfer-Encoding: chunked, gzip");

    private static final List<String> LENGTHS = List.of(
            "Content-Length: -1",
            "Content-Length: abc",
            "Content-Length: 1, 2",
            "Content-Length: 99999999999999999999",
            "Content-Length: 0x5",
            "Content-Length:",
            "Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\nzz");

    private static final List<String> FIRST_LINES = List.of(
            "PATCH %s HTTP/1.1",
            "TRACE %s HTTP/1.1",
            "OPTIONS %s HTTP/1.1",
            "get %s HTTP/1.1",
            "FOO %s HTTP/1.1",
            "PROPFIND %s HTTP/1.1",
            "G\u0001T %s HTTP/1.1",
            "GET %s HTTP/1.0",
            "GET %s HTTP/2.0",
            "GET %s HTTP/9.9",
            "GET %s HTTP",
            "GET %s ",
            "GET * HTTP/1.1",
            "GET x HTTP/1.1",
            "GET http://other.example%s HTTP/1.1",
            "GET /% HTTP/1.1",
            "GET /\u0001 HTTP/1.1",
            "GET /.. HTTP/1.1",
            "GET /docs/..%s HTTP/1.1",
            "GET \u00fc\u0090\u00ff HTTP/1.1");

    private OddRequests() {}

    /** Returns all of them, by a caller with full access, each to close its connection. */
    static List<String> to(String path, String host, String token) {
        // the last one is what a folded line belongs to
        String close = "\r\nConnection: close\r\nHost: " + host + "\r\nAuthorization: Bearer " + token;
        List<String> all = new ArrayList<>();
        TARGET_ENDS.forEach(end -> all.add("GET " + path + end + " HTTP/1.1" + close + "\r\n\r\n"));
        HEADERS.forEach(header -> all.add("GET " + path + " HTTP/1.1" + close + "\r\n" + header + "\r\n\r\n"));
        OF_A_BODY.forEach(header ->
                all.add("POST " + path + " HTTP/1.1" + close + "\r\nContent-Length: 2\r\n" + header + "\r\n\r\n{}"));
        LENGTHS.forEach(header -> all.add("POST " + path + " HTTP/1.1" + close + "\r\n" + header + "\r\n\r\n"));
        FIRST_LINES.forEach(line -> all.add(line.replace("%s", path) + close + "\r\n\r\n"));
        return all;
    }
}
