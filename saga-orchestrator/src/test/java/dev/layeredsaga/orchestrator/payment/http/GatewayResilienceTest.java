package dev.layeredsaga.orchestrator.payment.http;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.jsonResponse;
import static dev.layeredsaga.orchestrator.payment.http.GatewayOverHttp.KEY;
import static dev.layeredsaga.orchestrator.payment.http.GatewayOverHttp.ORDER;
import static dev.layeredsaga.orchestrator.payment.http.GatewayOverHttp.REQUEST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.orchestrator.payment.PaymentGateway;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.NotMade;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Unknown;
import io.github.resilience4j.bulkhead.BulkheadFullException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

class GatewayResilienceTest {

    private static final GatewayOverHttp HTTP = new GatewayOverHttp();

    @BeforeEach
    void reset() {
        HTTP.reset();
    }

    @AfterAll
    static void close() {
        HTTP.close();
    }

    @Test
    void takesItsSettingsFromTheServicesFile() {
        CircuitBreakerConfig breaker = HTTP.circuitBreaker().getCircuitBreakerConfig();

        assertThat(breaker.getSlidingWindowSize()).isEqualTo(50);
        assertThat(breaker.getMinimumNumberOfCalls()).isEqualTo(25);
        assertThat(breaker.getFailureRateThreshold()).isEqualTo(50);
        assertThat(breaker.getWaitIntervalFunctionInOpenState().apply(1)).isEqualTo(2_000);
        assertThat(breaker.getPermittedNumberOfCallsInHalfOpenState()).isEqualTo(5);
        assertThat(breaker.isAutomaticTransitionFromOpenToHalfOpenEnabled()).isTrue();
        assertThat(HTTP.bulkhead().getBulkheadConfig().getMaxConcurrentCalls()).isEqualTo(256);
        assertThat(HTTP.bulkhead().getBulkheadConfig().getMaxWaitDuration()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void doesNotTakeAFullBulkheadForAFailureOfTheGateway() {
        CircuitBreakerConfig breaker = HTTP.circuitBreaker().getCircuitBreakerConfig();

        assertThat(breaker.getIgnoreExceptionPredicate()
                        .test(BulkheadFullException.createBulkheadFullException(HTTP.bulkhead())))
                .isTrue();
    }

    @Test
    void opensAndSaysSoWithoutACallWhenTheGatewayIsDown() {
        HTTP.server.stubFor(any(anyUrl()).willReturn(aResponse().withStatus(503)));
        IntStream.range(0, 25).forEach(i -> HTTP.gateway().charge(KEY, REQUEST));
        int calls = HTTP.server.getAllServeEvents().size();
        assertThat(HTTP.circuitBreaker().getState()).isEqualTo(CircuitBreaker.State.OPEN);

        assertThat(HTTP.gateway().charge(KEY, REQUEST))
                .isEqualTo(new NotMade("the gateway could not be reached: its circuit breaker is open", null));
        assertThat(HTTP.gateway().find(KEY, ORDER))
                .isEqualTo(new Unknown("the gateway could not be reached: its circuit breaker is open"));
        assertThat(HTTP.server.getAllServeEvents()).hasSize(calls);
    }

    @Test
    void staysClosedHoweverManyPaymentsAreDeclinedOrInFlight() {
        HTTP.server.stubFor(any(anyUrl()).willReturn(jsonResponse("{\"code\": \"fraud\"}", 402)));
        IntStream.range(0, 15).forEach(i -> HTTP.gateway().charge(KEY, REQUEST));
        HTTP.server.stubFor(any(anyUrl()).willReturn(jsonResponse("{\"code\": \"in_flight\"}", 409)));
        IntStream.range(0, 25).forEach(i -> HTTP.gateway().charge(KEY, REQUEST));

        assertThat(HTTP.circuitBreaker().getState()).isEqualTo(CircuitBreaker.State.CLOSED);
    }

    @Test
    void knowsThatNothingWasMadeWhenNoServerListens() throws IOException {
        int unused;
        try (ServerSocket socket = new ServerSocket(0)) {
            unused = socket.getLocalPort();
        }
        try (ConfigurableApplicationContext context = GatewayOverHttp.start("http://127.0.0.1:" + unused)) {
            assertThat(context.getBean(PaymentGateway.class).charge(KEY, REQUEST))
                    .isEqualTo(new NotMade("the gateway could not be reached: HttpHostConnectException", null));
        }
    }

    @Test
    void refusesAnAddressThatIsNone() {
        assertThatThrownBy(() -> GatewayOverHttp.start("nowhere"))
                .rootCause()
                .hasMessage("orchestrator.payment-gateway.url must be an http address, but is nowhere");
    }
}
