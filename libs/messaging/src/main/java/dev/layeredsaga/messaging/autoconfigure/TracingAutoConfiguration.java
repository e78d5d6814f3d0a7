package dev.layeredsaga.messaging.autoconfigure;

import dev.layeredsaga.messaging.trace.Tracing;
import io.micrometer.tracing.Tracer;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Configures tracing. Traces are always begun and passed on; they are recorded only if an exporter is configured. */
@AutoConfiguration(
        beforeName =
                "org.springframework.boot.micrometer.tracing.opentelemetry.autoconfigure.OpenTelemetryTracingAutoConfiguration")
public class TracingAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    Tracing tracing(ObjectProvider<Tracer> tracer) {
        return new Tracing(tracer.getIfAvailable(() -> Tracer.NOOP));
    }

    /** Adopts the sampling decision of the service that began the trace. */
    @Bean
    @ConditionalOnMissingBean
    Sampler sampler(
            ObjectProvider<SpanExporter> exporters,
            @Value("${management.tracing.sampling.probability:1.0}") double probability) {
        boolean collected = exporters.stream().findAny().isPresent();
        return Sampler.parentBased(collected ? Sampler.traceIdRatioBased(probability) : Sampler.alwaysOff());
    }
}
