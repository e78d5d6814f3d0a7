package dev.layeredsaga.testbed.bench.console;

import dev.layeredsaga.testbed.process.ServiceProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** An operator who has signed in to a console. Connections are kept alive. Thread-safe. */
final class Session {

    private static final Pattern LINK = Pattern.compile("http://localhost:\\d+/console/sign-in\\?code=\\S+");
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI console;
    private final String cookie;

    private Session(URI console, URI link) throws IOException, InterruptedException {
        this.console = console;
        HttpResponse<String> signedIn = send(HttpRequest.newBuilder(link));
        if (signedIn.statusCode() != 200) {
            throw new IllegalStateException("the link does not sign in: " + signedIn.statusCode());
        }
        this.cookie = signedIn.headers()
                .firstValue("Set-Cookie")
                .map(set -> set.split(";", 2)[0])
                .orElseThrow(() -> new IllegalStateException("no cookie at " + console));
    }

    /** Signs in by the link that the orchestrator has printed at its latest start. */
    static Session of(ServiceProcess orchestrator) throws IOException, InterruptedException {
        orchestrator.awaitOutput("/console/sign-in?code=");
        String link = LINK.matcher(orchestrator.output())
                .results()
                .map(MatchResult::group)
                .reduce((earlier, latest) -> latest)
                .orElseThrow();
        return new Session(orchestrator.url(), URI.create(link));
    }

    /** Returns the page. */
    String page(String path) throws IOException, InterruptedException {
        HttpResponse<String> response = send(request(path));
        if (response.statusCode() != 200) {
            throw new IllegalStateException("%d: %s".formatted(response.statusCode(), path));
        }
        return response.body();
    }

    /** Asks for a part of a page as htmx does; with status 304 and no body if it still has the tag. */
    HttpResponse<String> part(String path, String knownTag) throws IOException, InterruptedException {
        HttpRequest.Builder request = request(path).header("HX-Request", "true");
        HttpResponse<String> response = send(knownTag.isEmpty() ? request : request.header("If-None-Match", knownTag));
        if (response.statusCode() != 200 && response.statusCode() != 304) {
            throw new IllegalStateException("%d: %s".formatted(response.statusCode(), path));
        }
        return response;
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(console.resolve(path)).header("Cookie", cookie);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.timeout(TIMEOUT).build(), BodyHandlers.ofString());
    }
}
