package dev.layeredsaga.testbed.junit;

import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.infrastructure.EmbeddedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.EmbeddedSettings;
import dev.layeredsaga.testbed.infrastructure.JvmEnd;
import dev.layeredsaga.testbed.system.HostedSystem;
import dev.layeredsaga.testbed.system.Service;
import dev.layeredsaga.testbed.system.ServicePorts;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.core.NestedExceptionUtils;

/** A system that has started in this JVM, the only one with its settings. */
record EmbeddedSystem(
        EmbeddedInfrastructure infrastructure, HostedSystem services, Shop shop, RecentWarnings warnings) {

    private static final int START_MINUTES = 3;
    private static final Map<Map<String, String>, Supplier<EmbeddedSystem>> STARTS = new HashMap<>();

    /**
     * Returns the system with these settings, which starts if it has not yet been asked for.
     *
     * @throws IllegalStateException if it has failed to start, however long ago
     */
    static EmbeddedSystem with(Map<String, String> settings) {
        synchronized (STARTS) {
            return STARTS.computeIfAbsent(settings, EmbeddedSystem::start).get();
        }
    }

    private static Supplier<EmbeddedSystem> start(Map<String, String> settings) {
        List<String> up = new CopyOnWriteArrayList<>();
        RecentWarnings warnings = RecentWarnings.kept();
        EmbeddedInfrastructure infrastructure = new EmbeddedInfrastructure(
                EmbeddedSettings.forTests().reportingTo((server, took) -> up.add(server.name())));
        HostedSystem services = new HostedSystem(infrastructure, (part, took) -> up.add(part));
        JvmEnd.closeAfterApplications(services, infrastructure);
        try {
            CompletableFuture.runAsync(
                            () -> {
                                infrastructure.start();
                                services.start(ServicePorts.FREE, settings);
                            },
                            task -> Thread.ofPlatform().name("system-start").start(task))
                    .orTimeout(START_MINUTES, TimeUnit.MINUTES)
                    .join();
        } catch (CompletionException e) {
            String report = report(e, up, warnings);
            return () -> {
                throw new IllegalStateException(report, e);
            };
        }
        EmbeddedSystem started = new EmbeddedSystem(infrastructure, services, new Shop(services.addresses()), warnings);
        return () -> started;
    }

    private static String report(CompletionException failure, List<String> up, RecentWarnings warnings) {
        List<String> missing = Stream.concat(
                        Stream.of("PostgreSQL", "Kafka", "Redis", "payment-stub"),
                        Arrays.stream(Service.values()).map(Service::serviceName))
                .filter(part -> !up.contains(part))
                .toList();
        Throwable cause = NestedExceptionUtils.getMostSpecificCause(failure);
        return """
            the system did not start: %s
              up: %s
              not up: %s
              %s""".formatted(
                        cause instanceof TimeoutException ? "not up after " + START_MINUTES + " minutes" : cause,
                        up,
                        missing,
                        warnings);
    }
}
