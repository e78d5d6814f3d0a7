package dev.layeredsaga.testbed.bench.system;

import dev.layeredsaga.testbed.bench.measure.DatabaseCost;
import dev.layeredsaga.testbed.bench.measure.Processors;
import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import dev.layeredsaga.testbed.process.SeparateSystem;
import dev.layeredsaga.testbed.process.ServiceProcess;
import dev.layeredsaga.testbed.system.Service;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Measures the CPU time of each part of the system. */
final class Parts {

    private final Infrastructure servers;
    private final SeparateSystem system;

    Parts(Infrastructure servers, SeparateSystem system) {
        this.servers = servers;
        this.system = system;
    }

    /** The cost since the parts were started, or between two readings. */
    record Cost(Map<String, Duration> cpu, DatabaseCost database) {

        Cost since(Cost earlier) {
            Map<String, Duration> between = new LinkedHashMap<>();
            cpu.forEach((part, time) -> between.put(part, time.minus(earlier.cpu.getOrDefault(part, Duration.ZERO))));
            return new Cost(between, database.since(earlier.database));
        }

        Duration total() {
            return cpu.values().stream().reduce(Duration.ZERO, Duration::plus);
        }
    }

    Cost soFar() throws SQLException {
        Map<String, Duration> cpu = new LinkedHashMap<>();
        for (Service service : Service.values()) {
            cpu.put(
                    service.serviceName(),
                    system.instancesOf(service).stream()
                            .map(ServiceProcess::handle)
                            .map(Processors::tree)
                            .reduce(Duration.ZERO, Duration::plus));
        }
        cpu.put("payment-stub", Processors.tree(system.stub().handle()));
        DatabaseCost database = databaseCost();
        cpu.put("PostgreSQL", database.cpu());
        cpu.put("Redis", redis());
        Duration kafka = kafka();
        cpu.put("Kafka", kafka);
        cpu.put("who orders", Processors.self().minus(kafka));
        return new Cost(cpu, database);
    }

    private DatabaseCost databaseCost() throws SQLException {
        try (Connection connection = servers.postgres().connect("postgres")) {
            return DatabaseCost.soFar(connection);
        }
    }

    private static Duration redis() {
        return ProcessHandle.current()
                .children()
                .filter(child -> child.info().command().orElse("").contains("redis"))
                .map(Processors::tree)
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** Returns the CPU time of the broker's threads in this JVM, known by name. JVM overhead counts as the ordering client's. */
    private static Duration kafka() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long nanos = Stream.of(threads.getThreadInfo(threads.getAllThreadIds()))
                .filter(thread -> thread != null && isBrokers(thread))
                .mapToLong(thread -> threads.getThreadCpuTime(thread.getThreadId()))
                .sum();
        return Duration.ofNanos(nanos);
    }

    private static boolean isBrokers(ThreadInfo thread) {
        String name = thread.getThreadName();
        return Stream.of(
                        "data-plane-kafka", "kafka-", "quorum-", "raft-", "group-coordinator", "broker-", "controller-")
                .anyMatch(name::startsWith);
    }
}
