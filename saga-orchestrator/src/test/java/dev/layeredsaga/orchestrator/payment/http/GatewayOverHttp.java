package dev.layeredsaga.orchestrator.payment.http;

import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;

import com.github.tomakehurst.wiremock.WireMockServer;
import dev.layeredsaga.contract.Money;
import dev.layeredsaga.messaging.trace.Tracing;
import dev.layeredsaga.orchestrator.payment.PaymentGateway;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.ChargeRequest;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.springboot.bulkhead.autoconfigure.BulkheadAutoConfiguration;
import io.github.resilience4j.springboot.circuitbreaker.autoconfigure.CircuitBreakerAutoConfiguration;
import io.github.resilience4j.springboot.retry.autoconfigure.RetryAutoConfiguration;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.UUID;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** The gateway's client with the service's own settings (but for a short time-out), and a server to play the gateway. */
final class GatewayOverHttp implements AutoCloseable {

    static final UUID ORDER = UUID.fromString("00000000-0000-7000-8000-000000000001");
    static final String KEY = ORDER + ":charge";
    static final ChargeRequest REQUEST = new ChargeRequest(ORDER, new Money(1990, "KRW"), "pm_ok");

    final WireMockServer server = new WireMockServer(wireMockConfig().dynamicPort());
    private final ConfigurableApplicationContext context;

    GatewayOverHttp() {
        server.start();
        context = start(server.baseUrl());
    }

    static ConfigurableApplicationContext start(String url, String... profiles) {
        return startWith(url, "", profiles);
    }

    static ConfigurableApplicationContext startWith(String url, String apiKey, String... profiles) {
        return new SpringApplicationBuilder(GatewayConfiguration.class, Surroundings.class)
                .profiles(profiles)
                .properties("spring.config.name=saga-orchestrator")
                .web(WebApplicationType.NONE)
                .run(
                        "--messaging.startup.enabled=false",
                        "--orchestrator.payment-gateway.url=" + url,
                        "--orchestrator.payment-gateway.api-key=" + apiKey,
                        "--orchestrator.payment-gateway.response-timeout=500ms");
    }

    @ImportAutoConfiguration({
        CircuitBreakerAutoConfiguration.class,
        BulkheadAutoConfiguration.class,
        RetryAutoConfiguration.class
    })
    static final class Surroundings {

        @Bean
        Tracing tracing() {
            return Tracing.off();
        }

        @Bean
        MeterRegistry meters() {
            return new SimpleMeterRegistry();
        }
    }

    PaymentGateway gateway() {
        return context.getBean(PaymentGateway.class);
    }

    CircuitBreaker circuitBreaker() {
        return context.getBean(CircuitBreakerRegistry.class).circuitBreaker("payment-gateway");
    }

    Bulkhead bulkhead() {
        return context.getBean(BulkheadRegistry.class).bulkhead("payment-gateway");
    }

    void reset() {
        server.resetAll();
        circuitBreaker().reset();
    }

    @Override
    public void close() {
        context.close();
        server.stop();
    }
}
