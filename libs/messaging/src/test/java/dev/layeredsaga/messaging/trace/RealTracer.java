package dev.layeredsaga.messaging.trace;

import dev.layeredsaga.messaging.autoconfigure.TracingAutoConfiguration;
import io.micrometer.tracing.Tracer;
import java.util.Map;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.micrometer.tracing.opentelemetry.autoconfigure.OpenTelemetryTracingAutoConfiguration;
import org.springframework.boot.opentelemetry.autoconfigure.OpenTelemetrySdkAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;

/** The tracer of a service, without an exporter. */
final class RealTracer implements AutoCloseable {

    private final ConfigurableApplicationContext context;

    RealTracer() {
        context = new SpringApplicationBuilder(Application.class)
                .properties(Map.of(
                        "spring.main.web-application-type", "none",
                        "management.tracing.sampling.probability", "1.0",
                        "management.tracing.propagation.type", "w3c",
                        "management.tracing.baggage.enabled", "false",
                        "spring.application.name", "test"))
                .run();
    }

    @ImportAutoConfiguration({
        ObservationAutoConfiguration.class,
        OpenTelemetrySdkAutoConfiguration.class,
        OpenTelemetryTracingAutoConfiguration.class,
        TracingAutoConfiguration.class
    })
    static final class Application {}

    Tracer tracer() {
        return context.getBean(Tracer.class);
    }

    @Override
    public void close() {
        context.close();
    }
}
