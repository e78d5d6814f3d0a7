package dev.layeredsaga.orchestrator.deadletter.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The operators' API of dead letters, called over HTTP. */
final class LettersClient {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    /** More than the service takes for a request of many letters. */
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static final JsonMapper JSON = JsonMapper.shared();

    private final URI url;
    private final String token;

    /** @throws IllegalArgumentException if the URL is none of HTTP */
    LettersClient(String url, String token) {
        this.url = URI.create(url + "/dead-letters");
        if (this.url.getHost() == null || !String.valueOf(this.url.getScheme()).startsWith("http")) {
            throw new IllegalArgumentException("--url is not a URL of HTTP: " + url);
        }
        this.token = token;
    }

    /** The service answered that it does not do it. */
    static final class RefusedException extends RuntimeException {
        RefusedException(String message) {
            super(message);
        }
    }

    /** The service does not answer, or cannot do it now. */
    static final class UnavailableException extends RuntimeException {
        UnavailableException(String message) {
            super(message);
        }
    }

    JsonNode list(Map<String, Object> query) {
        return send(request("?"
                + query.entrySet().stream()
                        .map(member -> member.getKey() + "="
                                + URLEncoder.encode(member.getValue().toString(), UTF_8))
                        .collect(Collectors.joining("&"))));
    }

    /** @throws IllegalArgumentException if the id is not written like one */
    JsonNode find(String id) {
        if (!id.matches("[a-z.]+/[0-9]+/[0-9]+")) {
            throw new IllegalArgumentException("an id is written like orders.events.dlt/3/17, not '" + id + "'");
        }
        return send(request("/" + id));
    }

    JsonNode act(Map<String, Object> body) {
        return send(request("/actions")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(JSON.writeValueAsString(body))));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(url + path))
                .timeout(TIMEOUT)
                .header("Authorization", "Bearer " + token);
    }

    private JsonNode send(HttpRequest.Builder request) {
        try (HttpClient client =
                HttpClient.newBuilder().connectTimeout(CONNECT_TIMEOUT).build()) {
            HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
            JsonNode body = JSON.readTree(response.body());
            if (response.statusCode() == 200) {
                return body;
            }
            String why = "%s: %s %s"
                    .formatted(
                            body.path("code").asString(String.valueOf(response.statusCode())),
                            body.path("detail").asString(""),
                            body.path("errors").isMissingNode() ? "" : body.path("errors"))
                    .strip();
            throw response.statusCode() >= 500 ? new UnavailableException(why) : new RefusedException(why);
        } catch (IOException | JacksonException e) {
            throw new UnavailableException("the orchestrator at " + url + " does not answer: "
                    + (e instanceof IOException ? e.getClass().getSimpleName() : "no JSON"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnavailableException("interrupted");
        }
    }
}
