package dev.layeredsaga.testbed.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/**
 * A response.
 *
 * @param mediaType the media type without its parameters; empty if there is none
 */
record Answer(int status, HttpHeaders headers, String mediaType, String body) {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    static Answer to(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<InputStream> response = CLIENT.send(request, BodyHandlers.ofInputStream());
        String mediaType = response.headers()
                .firstValue("Content-Type")
                .orElse("")
                .split(";", 2)[0]
                .strip();
        try (InputStream body = response.body()) {
            return new Answer(response.statusCode(), response.headers(), mediaType, read(body, mediaType));
        }
    }

    /** Reads only the first bytes of an event stream, because the stream may stay open. */
    private static String read(InputStream body, String mediaType) throws IOException {
        byte[] buffer = new byte[1024];
        return mediaType.equals("text/event-stream")
                ? new String(buffer, 0, Math.max(0, body.read(buffer)), UTF_8)
                : new String(body.readAllBytes(), UTF_8);
    }
}
