package dev.layeredsaga.orchestrator.payment.http;

import dev.layeredsaga.messaging.trace.Tracing;
import dev.layeredsaga.orchestrator.payment.PaymentGateway;
import dev.layeredsaga.orchestrator.payment.StubPolicy;
import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.retry.RetryRegistry;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Set;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Profile;
import org.springframework.core.env.Environment;
import org.springframework.web.client.RestClient;

/**
 * Puts the gateway's client together, unless the application has a gateway of its own. Retry, circuit breaker and bulkhead are set in
 * {@code resilience4j.*}, each with its reason.
 */
@AutoConfiguration
@ConditionalOnMissingBean(PaymentGateway.class)
@EnableConfigurationProperties(GatewaySettings.class)
public class GatewayConfiguration {

    private static final String NAME = "payment-gateway";

    @Bean
    CloseableHttpClient gatewayHttp(GatewaySettings settings) {
        return GatewayTransport.client(settings);
    }

    @Bean
    @Profile("production")
    GatewayProbe gatewayProbe(GatewaySettings settings, CloseableHttpClient gatewayHttp) {
        return new GatewayProbe(settings.url(), GatewayTransport.restClient(settings, gatewayHttp));
    }

    @Bean
    GatewayClient gatewayClient(
            GatewaySettings settings,
            CloseableHttpClient gatewayHttp,
            Environment environment,
            Tracing tracing,
            MeterRegistry meters) {
        RestClient observed = GatewayTransport.restClient(settings, gatewayHttp)
                .mutate()
                .requestInterceptor(new ObservedCalls(tracing, meters))
                .build();
        return new GatewayClient(observed, StubPolicy.of(environment));
    }

    @Bean
    PaymentGateway paymentGateway(
            GatewayClient client,
            GatewaySettings settings,
            CircuitBreakerRegistry circuitBreakers,
            BulkheadRegistry bulkheads,
            RetryRegistry retries) {
        Guard guard = new Guard(retries.retry(NAME), circuitBreakers.circuitBreaker(NAME), bulkheads.bulkhead(NAME));
        return new HttpPaymentGateway(client, guard, Set.copyOf(settings.declineCodes()));
    }
}
