package dev.layeredsaga.orchestrator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Single requests to the console, with what headers a test likes.
 *
 * @param at the instance that is asked
 * @param session the cookie's value; none if empty
 */
record ConsoleHttp(OrchestratorInstance at, String session) {

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NEVER).build();
    private static final Pattern CSRF = Pattern.compile("<meta name=\"csrf\" content=\"([^\"]+)\">");

    /** Requests to the fixture's instance. */
    ConsoleHttp(String session) {
        this(ConsoleFixture.instance(), session);
    }

    static ConsoleHttp unauthenticated() {
        return new ConsoleHttp("");
    }

    /** The same session at another instance. */
    ConsoleHttp at(OrchestratorInstance other) {
        return new ConsoleHttp(other, session);
    }

    HttpResponse<String> get(String path, String... headers) {
        return send(url(path), "GET", "", headers);
    }

    /** Follows an address that has a host. */
    HttpResponse<String> follow(String url, String... headers) {
        return send(url, "GET", "", headers);
    }

    /** Sends JSON as the page's script does, with the page's token. */
    HttpResponse<String> post(String path, String json) {
        return postWithout(path, json, "X-CSRF-TOKEN", csrf());
    }

    /** Sends JSON with these headers only. */
    HttpResponse<String> postWithout(String path, String json, String... headers) {
        return send(url(path), "POST", json, headers);
    }

    String csrf() {
        Matcher token = CSRF.matcher(get("/console/sagas").body());
        if (!token.find()) {
            throw new AssertionError("the page has no token against forged requests");
        }
        return token.group(1);
    }

    private String url(String path) {
        return "http://127.0.0.1:" + at.api().port() + path;
    }

    private HttpResponse<String> send(String url, String method, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (!body.isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        if (!session.isEmpty()) {
            request.header("Cookie", "saga-console=" + session);
        }
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        try {
            return CLIENT.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
