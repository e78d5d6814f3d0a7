package dev.layeredsaga.orchestrator.payment.http;

import dev.layeredsaga.messaging.trace.TraceParent;
import dev.layeredsaga.messaging.trace.Tracing;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.tracing.Span;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;

/** Passes a call's trace to the gateway, and times the call: {@code payment.gateway.calls}, one for each try. Thread-safe. */
final class ObservedCalls implements ClientHttpRequestInterceptor {

    private static final String NO_ANSWER = "none";

    private static final Duration[] BUCKETS = {
        Duration.ofMillis(10), Duration.ofMillis(25), Duration.ofMillis(50), Duration.ofMillis(100),
        Duration.ofMillis(250), Duration.ofMillis(500), Duration.ofSeconds(1), Duration.ofMillis(2_500),
        Duration.ofSeconds(5), Duration.ofSeconds(10)
    };

    private final Tracing tracing;
    private final MeterRegistry meters;

    ObservedCalls(Tracing tracing, MeterRegistry meters) {
        this.tracing = tracing;
        this.meters = meters;
        timer("charge", "201");
    }

    @Override
    public ClientHttpResponse intercept(HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
            throws IOException {
        String operation = operationOf(request);
        TraceParent caller = tracing.current();
        Span span = tracing.begin("payment-gateway " + operation, Span.Kind.CLIENT, caller);
        TraceParent trace = Tracing.within(span, caller);
        if (trace != null) {
            request.getHeaders().set(TraceParent.HEADER, trace.toString());
        }
        long begin = System.nanoTime();
        String status = NO_ANSWER;
        try {
            ClientHttpResponse response = execution.execute(request, body);
            status = Integer.toString(response.getStatusCode().value());
            return response;
        } catch (IOException | RuntimeException e) {
            span.error(e);
            throw e;
        } finally {
            timer(operation, status).record(System.nanoTime() - begin, TimeUnit.NANOSECONDS);
            span.tag("http.response.status_code", status).end();
        }
    }

    private static String operationOf(HttpRequest request) {
        if (!HttpMethod.POST.equals(request.getMethod())) {
            return "find";
        }
        return request.getURI().getPath().endsWith("/refunds") ? "refund" : "charge";
    }

    private Timer timer(String operation, String status) {
        return Timer.builder("payment.gateway.calls")
                .description("Calls to the payment gateway, each try for itself")
                .tag("operation", operation)
                .tag("status", status)
                .serviceLevelObjectives(BUCKETS)
                .register(meters);
    }
}
