package dev.layeredsaga.testbed.bench.console;

import dev.layeredsaga.testbed.bench.service.Databases;
import dev.layeredsaga.testbed.bench.service.Programs;
import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import dev.layeredsaga.testbed.infrastructure.server.Loopback;
import dev.layeredsaga.testbed.process.SeparateSystem;
import dev.layeredsaga.testbed.process.ServiceProcess;
import dev.layeredsaga.testbed.system.Service;
import java.util.HashMap;
import java.util.Map;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * An orchestrator with its console, and the inventory that the console asks: as deployed, processes and databases of their own. They
 * end with this JVM at the latest. Not thread-safe.
 */
final class Site implements AutoCloseable {

    private final Infrastructure servers;
    private final String name;
    private final ServiceProcess inventory;
    private final ServiceProcess orchestrator;

    private Site(Infrastructure servers, String name) {
        this.servers = servers;
        this.name = name;
        // leaves what is stored alone, which is due only after the benchmark
        inventory = start(Service.INVENTORY, Map.of("INVENTORY_UNSETTLED_HELDFOR", "365d"));
        orchestrator = start(
                Service.ORCHESTRATOR,
                Map.of(
                        "ORCHESTRATOR_RECONCILIATION_SAGASOVERDUEAFTER",
                        "365d",
                        "SAGA_CONSOLE_LOCALSIGNIN",
                        "true",
                        "SAGA_CONSOLE_PEERS_INVENTORY",
                        inventory.url().toString(),
                        "SAGA_CONSOLE_PEERS_TOKEN",
                        LocalIssuer.get().operator("console")));
    }

    /** Starts both and waits until they serve. */
    static Site start(Infrastructure servers, String name) {
        Site site = new Site(servers, name);
        site.awaitReady();
        return site;
    }

    private ServiceProcess start(Service service, Map<String, String> settings) {
        Map<String, String> environment =
                new HashMap<>(SeparateSystem.environmentFor(servers, databaseOf(service), "http://localhost:1"));
        environment.putAll(settings);
        String program = service.serviceName();
        ServiceProcess process = ServiceProcess.start(program, Programs.of(program), Loopback.freePort(), environment);
        Runtime.getRuntime().addShutdownHook(new Thread(process::close, program + "-close"));
        return process;
    }

    private String databaseOf(Service service) {
        return "console_%s_%s".formatted(name, service.database());
    }

    private void awaitReady() {
        inventory.awaitReady();
        orchestrator.awaitReady();
    }

    /** Stops both; their databases stay. */
    void stop() {
        orchestrator.terminate();
        inventory.terminate();
    }

    void startAgain() {
        inventory.startAgain();
        orchestrator.startAgain();
        awaitReady();
    }

    /** Signs in to the console, which can be done once after each start. */
    Session signIn() {
        return Session.of(orchestrator);
    }

    ProcessHandle orchestrator() {
        return orchestrator.handle();
    }

    /** Returns access to the service's database. */
    JdbcTemplate database(Service service) {
        return Databases.access(servers.postgres(), databaseOf(service));
    }

    @Override
    public void close() {
        orchestrator.close();
        inventory.close();
    }
}
