package dev.layeredsaga.orchestrator.payment.http;

import java.net.ProxySelector;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.io.HttpClientConnectionManager;
import org.apache.hc.core5.util.Timeout;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/**
 * The HTTP client of the gateway. Calls block: on virtual threads that costs half of what the JDK's own client takes for handing a call
 * from one thread to the next. Nothing is repeated or followed here; the retry around a call decides what to try again.
 */
final class GatewayTransport {

    private GatewayTransport() {}

    static CloseableHttpClient client(GatewaySettings settings, AnswerDeadline deadline) {
        return HttpClients.custom()
                .setConnectionManager(connections(settings))
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setResponseTimeout(Timeout.of(settings.responseTimeout()))
                        .build())
                .addExecInterceptorFirst("answer-deadline", deadline)
                .setProxySelector(ProxySelector.getDefault())
                .disableAutomaticRetries()
                .disableRedirectHandling()
                .disableCookieManagement()
                .disableAuthCaching()
                .disableContentCompression()
                .build();
    }

    /** As many as are asked for: how many calls there may be at a time, the bulkhead around them says. */
    private static HttpClientConnectionManager connections(GatewaySettings settings) {
        return PoolingHttpClientConnectionManagerBuilder.create()
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(Timeout.of(settings.connectTimeout()))
                        .build())
                .setMaxConnTotal(Integer.MAX_VALUE)
                .setMaxConnPerRoute(Integer.MAX_VALUE)
                .build();
    }

    /** For calls to the gateway's address, with its key. */
    static RestClient restClient(GatewaySettings settings, CloseableHttpClient http) {
        RestClient.Builder client = RestClient.builder()
                .baseUrl(settings.url().toString())
                .requestFactory(new HttpComponentsClientHttpRequestFactory(http));
        if (!settings.apiKey().isBlank()) {
            client.defaultHeaders(
                    headers -> headers.setBearerAuth(settings.apiKey().strip()));
        }
        return client.build();
    }
}
