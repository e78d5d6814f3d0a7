package dev.layeredsaga.orchestrator.payment.http;

import java.io.IOException;
import java.net.ProxySelector;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.io.HttpClientConnectionManager;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.util.Timeout;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/**
 * The HTTP client of the gateway. Calls block: on virtual threads that costs half of what the JDK's own client takes for handing a call
 * from one thread to the next. Nothing is repeated or followed here; the retry around a call decides what to try again.
 */
final class GatewayTransport {

    private GatewayTransport() {}

    static CloseableHttpClient client(GatewaySettings settings) {
        return HttpClients.custom()
                .setConnectionManager(connections(settings))
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setResponseTimeout(Timeout.of(settings.responseTimeout()))
                        .build())
                .addExecInterceptorFirst("answer-deadline", new AnswerDeadline(settings.responseTimeout()))
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

    /**
     * Reads answers whole, and closes the connection of a call whose answer is not complete in time: a socket's own timeout begins
     * anew with every byte, and the client has none for a whole call.
     */
    private record AnswerDeadline(Duration timeout) implements ExecChainHandler {

        /** In bytes; the rest of a longer answer is cut off, which leaves it unreadable. */
        private static final int LARGEST_ANSWER = 1 << 20;

        /** @throws SocketTimeoutException if the answer is not complete in time */
        @Override
        public ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
                throws IOException, HttpException {
            CompletableFuture<Void> answered = new CompletableFuture<>();
            CompletableFuture<Void> unused = answered.orTimeout(timeout.toNanos(), TimeUnit.NANOSECONDS)
                    .whenComplete((nothing, late) -> {
                        if (late != null) {
                            scope.execRuntime.discardEndpoint();
                        }
                    });
            try {
                return whole(chain.proceed(request, scope));
            } catch (IOException e) {
                if (answered.isCompletedExceptionally()) {
                    SocketTimeoutException late = new SocketTimeoutException("no whole answer within " + timeout);
                    late.initCause(e);
                    throw late;
                }
                throw e;
            } finally {
                answered.complete(null);
            }
        }

        private static ClassicHttpResponse whole(ClassicHttpResponse response) throws IOException {
            HttpEntity body = response.getEntity();
            if (body != null) {
                byte[] bytes = EntityUtils.toByteArray(body, LARGEST_ANSWER);
                response.setEntity(new ByteArrayEntity(bytes, ContentType.parse(body.getContentType())));
            }
            return response;
        }
    }
}
