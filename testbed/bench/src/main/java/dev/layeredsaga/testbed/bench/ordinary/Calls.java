package dev.layeredsaga.testbed.bench.ordinary;

import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/** HTTP between the services. */
public final class Calls {

    private Calls() {}

    public record Line(String sku, int quantity) {}

    public record Claim(List<Line> lines) {}

    public record Payment(long amount, String currency, String method) {}

    /** Returns a client with timeouts, which keeps its connections. */
    public static RestClient.Builder to(String url) {
        JdkClientHttpRequestFactory requests = new JdkClientHttpRequestFactory(
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build());
        requests.setReadTimeout(Duration.ofSeconds(5));
        return RestClient.builder().baseUrl(url).requestFactory(requests);
    }
}
