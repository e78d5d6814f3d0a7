package dev.layeredsaga.orchestrator.payment.http;

import dev.layeredsaga.messaging.trace.Tracing;
import dev.layeredsaga.orchestrator.payment.PaymentGateway;
import dev.layeredsaga.orchestrator.payment.StubPolicy;
import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.retry.RetryRegistry;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.http.HttpClient;
import java.util.concurrent.Executors;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.core.env.Environment;
import org.springframework.http.client.JdkClientHttpRequestFactory;
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
    @Profile("production")
    GatewayProbe gatewayProbe(GatewaySettings settings) {
        return new GatewayProbe(settings.url(), restClient(settings));
    }

    @Bean
    GatewayClient gatewayClient(GatewaySettings settings, StubPolicy stubs, Tracing tracing, MeterRegistry meters) {
        RestClient observed = restClient(settings)
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

    private static RestClient restClient(GatewaySettings settings) {
        HttpClient http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(settings.connectTimeout())
                .executor(Executors.newVirtualThreadPerTaskExecutor())
                .build();
        JdkClientHttpRequestFactory requests = new JdkClientHttpRequestFactory(http);
        requests.setReadTimeout(settings.responseTimeout());
        RestClient.Builder client =
                RestClient.builder().baseUrl(settings.url().toString()).requestFactory(requests);
        if (!settings.apiKey().isBlank()) {
            client.defaultHeaders(
                    headers -> headers.setBearerAuth(settings.apiKey().strip()));
        }
        return client.build();
    }
}
