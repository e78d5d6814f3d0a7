package dev.layeredsaga.testbed.run;

import dev.layeredsaga.testbed.infrastructure.server.Ports;
import dev.layeredsaga.testbed.system.Addresses;
import dev.layeredsaga.testbed.system.ServicePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The usual ports, unless environment variables name others. */
public record ChosenPorts(Map<String, String> environment) {

    private static final Map<String, Integer> USUAL = Map.of(
            "ORDER_SERVICE_PORT", 8080,
            "SAGA_ORCHESTRATOR_PORT", 8081,
            "INVENTORY_SERVICE_PORT", 8082,
            "PAYMENT_STUB_PORT", 8083,
            "POSTGRES_PORT", 5432,
            "REDIS_PORT", 6379,
            "KAFKA_PORT", 9092);

    ServicePorts services() {
        return new ServicePorts(
                port("ORDER_SERVICE_PORT"),
                port("SAGA_ORCHESTRATOR_PORT"),
                port("INVENTORY_SERVICE_PORT"),
                port("PAYMENT_STUB_PORT"));
    }

    public Ports infrastructure() {
        return new Ports(port("POSTGRES_PORT"), port("REDIS_PORT"), port("KAFKA_PORT"));
    }

    /** Returns assignments that a shell can read. */
    String lines() {
        return USUAL.keySet().stream()
                .sorted()
                .map(variable -> variable + "=" + port(variable) + "\n")
                .collect(Collectors.joining());
    }

    public Addresses addresses() {
        ServicePorts ports = services();
        return new Addresses(
                local(ports.orders()),
                local(ports.orchestrator()),
                local(ports.inventory()),
                local(ports.paymentStub()));
    }

    /** @throws UsageException naming the first port that someone else listens on */
    void requireFree() {
        services()
                .byName()
                .forEach((service, port) -> requireFree(
                        port, service, service.toUpperCase(Locale.ROOT).replace('-', '_') + "_PORT"));
        requireFree(infrastructure().postgres(), "PostgreSQL", "POSTGRES_PORT");
        requireFree(infrastructure().redis(), "Redis", "REDIS_PORT");
        requireFree(infrastructure().kafka(), "Kafka", "KAFKA_PORT");
    }

    private static void requireFree(int port, String part, String variable) {
        try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            probe.setReuseAddress(true);
        } catch (IOException e) {
            String owner = PortOwner.of(port).map(each -> " by " + each).orElse("");
            throw new UsageException("port " + port + " for " + part + " is already in use" + owner + "; set "
                    + variable + " to another one");
        }
    }

    private int port(String variable) {
        String chosen = environment.getOrDefault(variable, "");
        try {
            return Integer.parseUnsignedInt(chosen.isBlank() ? "" + USUAL.get(variable) : chosen.strip());
        } catch (NumberFormatException e) {
            throw new UsageException(variable + " is not a port: " + chosen);
        }
    }

    private static URI local(int port) {
        return URI.create("http://localhost:" + port);
    }
}
