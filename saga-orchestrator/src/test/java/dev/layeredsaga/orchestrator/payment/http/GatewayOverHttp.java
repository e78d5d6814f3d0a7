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

/** The gateway's client with the service's own settings (but for the time-outs), and a server to play the gateway. */
final class GatewayOverHttp implements AutoCloseable {

    static final UUID ORDER = UUID.fromString("00000000-0000-7000-8000-000000000001");
    static final String KEY = ORDER + ":charge";
    static final Money PRICE = new Money(1990, "KRW");
    static final ChargeRequest REQUEST = new ChargeRequest(ORDER, PRICE, "pm_ok");

    private static final String LONGER_THAN_A_BUSY_MACHINE_STANDS_STILL = "30s";

    final WireMockServer server = new WireMockServer(wireMockConfig().dynamicPort());
    private final ConfigurableApplicationContext context;

    GatewayOverHttp() {
        this(LONGER_THAN_A_BUSY_MACHINE_STANDS_STILL);
    }

    private GatewayOverHttp(String responseTimeout) {
        server.start();
        context = startWith(server.baseUrl(), "", responseTimeout);
    }

    /** Waits half a second for an answer. */
    static GatewayOverHttp impatient() {
        return new GatewayOverHttp("500ms");
    }

    static ConfigurableApplicationContext start(String url, String... profiles) {
        return startWith(url, "", LONGER_THAN_A_BUSY_MACHINE_STANDS_STILL, profiles);
    }

    static ConfigurableApplicationContext startWithKey(String url, String apiKey) {
        return startWith(url, apiKey, LONGER_THAN_A_BUSY_MACHINE_STANDS_STILL);
    }

    private static ConfigurableApplicationContext startWith(
            String url, String apiKey, String responseTimeout, String... profiles) {
        return new SpringApplicationBuilder(GatewayConfiguration.class, Surroundings.class)
                .profiles(profiles)
                .properties("spring.config.name=saga-orchestrator")
                .web(WebApplicationType.NONE)
                .run(
                        "--messaging.startup.enabled=false",
                        "--orchestrator.payment-gateway.url=" + url,
                        "--orchestrator.payment-gateway.api-key=" + apiKey,
                        "--orchestrator.payment-gateway.connect-timeout=" + LONGER_THAN_A_BUSY_MACHINE_STANDS_STILL,
                        "--orchestrator.payment-gateway.response-timeout=" + responseTimeout);
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
