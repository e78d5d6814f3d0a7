package dev.layeredsaga.orchestrator.payment.http;

import dev.layeredsaga.messaging.trace.Tracing;
import dev.layeredsaga.orchestrator.payment.PaymentGateway;
import dev.layeredsaga.orchestrator.payment.StubPolicy;
import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.retry.RetryRegistry;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.ProxySelector;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.io.HttpClientConnectionManager;
import org.apache.hc.core5.util.Timeout;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.core.env.Environment;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/** Puts the gateway's client together. Retry, circuit breaker and bulkhead are set in {@code resilience4j.*}, each with its reason. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(GatewaySettings.class)
class GatewayConfiguration {

    private static final String NAME = "payment-gateway";

    @Bean
    StubPolicy stubPolicy(Environment environment) {
        return StubPolicy.of(environment);
    }

    @Bean
    AnswerDeadline gatewayAnswerDeadline(GatewaySettings settings) {
        return new AnswerDeadline(settings.responseTimeout());
    }

    /** On virtual threads a blocking call costs half of what the JDK's own client takes for handing it from one thread to the next. */
    @Bean
    CloseableHttpClient gatewayHttp(GatewaySettings settings, AnswerDeadline deadline) {
        return HttpClients.custom()
                .setConnectionManager(connections(settings))
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setResponseTimeout(Timeout.of(settings.responseTimeout()))
                        .build())
                .addExecInterceptorFirst("answer-deadline", deadline)
                .setProxySelector(ProxySelector.getDefault())
                // what is to be tried again, the retry around the call decides
                .disableAutomaticRetries()
                .disableRedirectHandling()
                .disableCookieManagement()
                .disableAuthCaching()
                .disableContentCompression()
                .build();
    }

    /** As many as the bulkhead lets through. */
    private static HttpClientConnectionManager connections(GatewaySettings settings) {
        return PoolingHttpClientConnectionManagerBuilder.create()
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(Timeout.of(settings.connectTimeout()))
                        .setSocketTimeout(Timeout.of(settings.responseTimeout()))
                        .build())
                .setMaxConnTotal(Integer.MAX_VALUE)
                .setMaxConnPerRoute(Integer.MAX_VALUE)
                .build();
    }

    @Bean
    @Profile("production")
    GatewayProbe gatewayProbe(GatewaySettings settings, CloseableHttpClient gatewayHttp) {
        return new GatewayProbe(settings.url(), restClient(settings, gatewayHttp));
    }

    @Bean
    GatewayClient gatewayClient(
            GatewaySettings settings,
            CloseableHttpClient gatewayHttp,
            StubPolicy stubs,
            Tracing tracing,
            MeterRegistry meters) {
        RestClient observed = restClient(settings, gatewayHttp)
                .mutate()
                .requestInterceptor(new ObservedCalls(tracing, meters))
                .build();
        return new GatewayClient(observed, stubs);
    }

    @Bean
    PaymentGateway paymentGateway(
            GatewayClient client,
            CircuitBreakerRegistry circuitBreakers,
            BulkheadRegistry bulkheads,
            RetryRegistry retries) {
        Guard guard = new Guard(retries.retry(NAME), circuitBreakers.circuitBreaker(NAME), bulkheads.bulkhead(NAME));
        return new HttpPaymentGateway(client, guard);
    }

    private static RestClient restClient(GatewaySettings settings, CloseableHttpClient http) {
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
