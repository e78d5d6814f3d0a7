package dev.layeredsaga.testbed.observe;

import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import dev.layeredsaga.testbed.system.Addresses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Series names as scraped by Prometheus. */
record Scrape(Set<String> names) {

    private static final String PATH = "/actuator/prometheus";
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    /** The names of all series, and {@code up}, which is Prometheus' own. */
    static Scrape of(Addresses system) {
        String token = LocalIssuer.get().operator("prometheus");
        Stream<String> series = List.of(system.orders(), system.orchestrator(), system.inventory()).stream()
                .flatMap(service -> text(service, PATH, token).lines())
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("[{ ]", 2)[0]);
        return new Scrape(Stream.concat(series, Stream.of("up")).collect(Collectors.toSet()));
    }

    static int status(URI service, String token) {
        return answer(service, PATH, token).statusCode();
    }

    static String text(URI service, String path, String token) {
        return answer(service, path, token).body();
    }

    private static HttpResponse<String> answer(URI service, String path, String token) {
        HttpRequest.Builder request = HttpRequest.newBuilder(service.resolve(path));
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
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
