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

/** The usual ports, unless environment variables name others. */
public record ChosenPorts(Map<String, String> environment) {

    ServicePorts services() {
        return new ServicePorts(
                port("ORDER_SERVICE_PORT", 8080),
                port("SAGA_ORCHESTRATOR_PORT", 8081),
                port("INVENTORY_SERVICE_PORT", 8082),
                port("PAYMENT_STUB_PORT", 8083));
    }

    public Ports infrastructure() {
        return new Ports(port("POSTGRES_PORT", 5432), port("REDIS_PORT", 6379), port("KAFKA_PORT", 9092));
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

    private int port(String variable, int usual) {
        String chosen = environment.getOrDefault(variable, "");
        try {
            return chosen.isBlank() ? usual : Integer.parseUnsignedInt(chosen.strip());
        } catch (NumberFormatException e) {
            throw new UsageException(variable + " is not a port: " + chosen);
        }
    }

    private static URI local(int port) {
        return URI.create("http://localhost:" + port);
    }
}
