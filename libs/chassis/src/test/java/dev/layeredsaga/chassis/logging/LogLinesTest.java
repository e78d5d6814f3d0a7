package dev.layeredsaga.chassis.logging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.logging.LoggingInitializationContext;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ClassPathResource;

/** The log has no lines that a client or a writer to Kafka has put into a text. */
@ExtendWith(OutputCaptureExtension.class)
class LogLinesTest {

    private static final String FORGED =
            "2026-01-01T00:00:00.000Z ERROR 1 --- [order-service] [main] d.l.order.Forged : all orders are lost";

    private static final List<String> LINE_ENDS = List.of("\n", "\r", "\r\n", "\u0085", "\u2028", "\u001b[2K\u001b[1G");

    @Test
    void areOneForEachMessageWhateverIsInIt(CapturedOutput output) {
        List<String> lines = linesOf(output, log -> {
            for (String end : LINE_ENDS) {
                log.warn("refused key {}", "a" + end + FORGED);
            }
        });

        assertThat(lines).hasSize(6).allMatch(line -> line.matches("\\S+  WARN .* LogLines +: refused key a .*"));
    }

    @Test
    void areOneForEachMessageWhateverIdsItBelongsTo(CapturedOutput output) {
        List<String> lines = linesOf(output, log -> {
            for (String end : LINE_ENDS) {
                MDC.put("sagaId", "a" + end + FORGED);
                log.warn("refused");
            }
            MDC.clear();
        });

        assertThat(lines).hasSize(6).allMatch(line -> line.matches("\\S+  WARN .* \\[a .*] LogLines +: refused"));
    }

    @Test
    void areAnExceptionsOwnOrItsStackTraces(CapturedOutput output) {
        List<String> lines = linesOf(
                output,
                log -> log.warn(
                        "refused",
                        new IllegalStateException(
                                "a\n" + FORGED, new IllegalArgumentException("b\r\n" + FORGED + "\n" + FORGED))));

        assertThat(lines).filteredOn(line -> line.startsWith("2026-01-01")).isEmpty();
        assertThat(lines)
                .anyMatch(line -> line.startsWith("java.lang.IllegalStateException: a " + FORGED))
                .anyMatch(line -> line.startsWith("Caused by: java.lang.IllegalArgumentException: b " + FORGED))
                .anyMatch(line -> line.startsWith("\tat " + LogLinesTest.class.getName()));
    }

    @Test
    void haveTheSagasAndTheTracesIdsWhereThereAreAny(CapturedOutput output) {
        List<String> lines = linesOf(output, log -> {
            log.warn("without");
            MDC.setContextMap(Map.of("sagaId", "s-1", "traceId", "t-1", "spanId", "p-1"));
            log.warn("with");
            MDC.clear();
        });

        assertThat(lines.getFirst())
                .matches("\\d{4}-\\d\\d-\\d\\dT\\S+  WARN \\d+ --- \\[log-lines] \\[ *main] LogLines +: without");
        assertThat(lines.getLast())
                .contains("[           main] [s-1 t-1 p-1] LogLines")
                .endsWith(": with");
    }

    @AfterEach
    void resetLogging() {
        LoggingSystem.get(LogLinesTest.class.getClassLoader()).cleanUp();
    }

    /** Logs as a service of ours does; returns the lines. */
    private static List<String> linesOf(CapturedOutput output, Consumer<Logger> logging) {
        StandardEnvironment service = new StandardEnvironment();
        service.getPropertySources().addLast(settings());
        service.getPropertySources()
                .addFirst(new MapPropertySource(
                        "test", Map.of("spring.application.name", "log-lines", "logging.level.root", "warn")));
        LoggingSystem system = LoggingSystem.get(LogLinesTest.class.getClassLoader());
        system.beforeInitialize();
        system.getSystemProperties(service).apply();
        system.initialize(new LoggingInitializationContext(service), null, null);
        int before = output.getOut().length();
        logging.accept(LoggerFactory.getLogger("LogLines"));
        return output.getOut().substring(before).lines().toList();
    }

    private static PropertySource<?> settings() {
        try {
            return new YamlPropertySourceLoader()
                    .load("observability", new ClassPathResource("observability.yaml"))
                    .getFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
