package dev.layeredsaga.testbed.bench.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * JSON over HTTP/1.1 on keep-alive connections. Requests time out after a minute. Uses the JDK's older client, which takes half as
 * much of the CPU time that the services need. Thread-safe.
 */
public final class JsonHttp {

    static {
        // connections kept alive: more than are ever in use at once, or the client constantly opens new ones
        System.setProperty("http.maxConnections", "4096");
    }

    private static final int TIMEOUT_MILLIS = 60_000;
    private static final byte[] NOTHING = {};

    private final String operator = "Bearer " + LocalIssuer.get().operator("benchmark");
    private final URI base;

    public JsonHttp(URI base) {
        this.base = base;
    }

    /**
     * A response.
     *
     * @param location the header {@code Location}
     */
    public record Answer(
            int status, String content, @Nullable String location) {

        public JsonNode body() {
            return content.isEmpty()
                    ? JsonMapper.shared().nullNode()
                    : JsonMapper.shared().readTree(content);
        }

        /** @throws IllegalStateException if the status is not the expected one */
        public JsonNode expect(int expected) {
            if (status != expected) {
                throw new IllegalStateException("%d expected, but got %d %s".formatted(expected, status, body()));
            }
            return body();
        }
    }

    /** @param headers name, value, name, value, … */
    public Answer send(String method, String path, String... headers) throws IOException {
        return exchange(method, path, NOTHING, operator, headers);
    }

    public Answer send(String method, String path, Map<String, ?> body, String... headers) throws IOException {
        return exchange(method, path, JsonMapper.shared().writeValueAsBytes(body), operator, headers);
    }

    /** Sends with credentials other than an operator's. */
    public Answer exchange(String method, String path, byte[] body, String authorization, String... headers)
            throws IOException {
        HttpURLConnection request = open(method, path, authorization, headers);
        if (body.length > 0) {
            request.setRequestProperty("Content-Type", "application/json");
            request.setDoOutput(true);
            request.setFixedLengthStreamingMode(body.length);
            try (OutputStream out = request.getOutputStream()) {
                out.write(body);
            }
        }
        int status = request.getResponseCode();
        try (InputStream in = status < 400 ? request.getInputStream() : request.getErrorStream()) {
            byte[] content = in == null ? NOTHING : in.readAllBytes();
            return new Answer(status, new String(content, UTF_8), request.getHeaderField("Location"));
        }
    }

    /** Opens the response of a GET as an operator, for a body too large to keep. */
    public InputStream stream(String path) throws IOException {
        return Objects.requireNonNull(open("GET", path, operator).getInputStream());
    }

    private HttpURLConnection open(String method, String path, String authorization, String... headers)
            throws IOException {
        HttpURLConnection request =
                (HttpURLConnection) URI.create(base + path).toURL().openConnection();
        request.setConnectTimeout(TIMEOUT_MILLIS);
        request.setReadTimeout(TIMEOUT_MILLIS);
        request.setRequestMethod(method);
        request.setRequestProperty("Authorization", authorization);
        for (int i = 0; i < headers.length; i += 2) {
            request.setRequestProperty(headers[i], headers[i + 1]);
        }
        return request;
    }
}
