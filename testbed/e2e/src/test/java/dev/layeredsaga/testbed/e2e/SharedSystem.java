package dev.layeredsaga.testbed.e2e;

import static java.util.Objects.requireNonNull;

import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import dev.layeredsaga.testbed.system.Addresses;
import dev.layeredsaga.testbed.system.HostedService;
import dev.layeredsaga.testbed.system.HostedSystem;
import dev.layeredsaga.testbed.system.Service;
import dev.layeredsaga.testbed.system.ServicePorts;
import java.net.URI;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringApplication;

/**
 * Two instances of each service in this JVM, for all classes that ask for nothing special: started on first use, closed when the
 * JVM ends. These classes come {@link #LAST}, because the others start systems of their own on the same servers.
 */
final class SharedSystem {

    /** For {@code @Order}. */
    static final int LAST = Integer.MAX_VALUE;

    static final String WEBHOOK_SECRET = "whsec_bGF5ZXJlZC1zYWdhLXRlc3Qtc2VjcmV0";

    private static final Map<String, String> SETTINGS = Map.of(
            "spring.main.banner-mode", "off",
            "order.reconciliation.interval", "1s",
            // the second instances join the groups of the first
            "spring.kafka.consumer.heartbeat-interval", "300ms",
            "orchestrator.payment-gateway.webhook-secrets", WEBHOOK_SECRET);

    private static final SharedSystem ONE = new SharedSystem();

    private final HostedSystem system = new HostedSystem(SharedInfrastructure.get());
    private final Map<Service, HostedService> second = new EnumMap<>(Service.class);

    private SharedSystem() {
        SpringApplication.getShutdownHandlers().add(system::close);
        system.start(ServicePorts.FREE, SETTINGS);
        for (Service service : Service.values()) {
            second.put(service, system.addInstance(service, SETTINGS));
        }
    }

    /** Returns the addresses of the first instances. */
    static Addresses addresses() {
        return ONE.system.addresses();
    }

    /** Returns the addresses of both order services. */
    static List<URI> orderServices() {
        return List.of(
                addresses().orders(),
                requireNonNull(ONE.second.get(Service.ORDERS)).url());
    }
}
