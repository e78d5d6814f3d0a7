package dev.layeredsaga.testbed.bench.console;

import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import dev.layeredsaga.testbed.infrastructure.Loopback;
import dev.layeredsaga.testbed.process.SeparateSystem;
import dev.layeredsaga.testbed.process.ServiceProcess;
import dev.layeredsaga.testbed.process.TrainedPrograms;
import dev.layeredsaga.testbed.system.Service;
import java.util.HashMap;
import java.util.Map;

/** Starts services as deployed, each a process of its own with a database of its own. They end with this JVM at the latest. */
final class Services {

    private static final Map<String, String> SETTINGS = Map.of(
            "SAGA_CONSOLE_LOCALSIGNIN", "true",
            // leaves the stored sagas and claims alone: they are due only after the benchmark
            "ORCHESTRATOR_RECONCILIATION_SAGASOVERDUEAFTER", "365d",
            "INVENTORY_UNSETTLED_HELDFOR", "365d");

    private Services() {}

    /** Starts a service and waits until it serves. */
    static ServiceProcess start(Infrastructure servers, Service service, String database) {
        Map<String, String> environment =
                new HashMap<>(SeparateSystem.environmentFor(servers, database, "http://localhost:1"));
        environment.putAll(SETTINGS);
        String name = service.serviceName();
        ServiceProcess process =
                ServiceProcess.start(name, TrainedPrograms.AS_DEPLOYED.of(name), Loopback.freePort(), environment);
        Runtime.getRuntime().addShutdownHook(new Thread(process::close, database + "-close"));
        process.awaitReady();
        return process;
    }

    /** Starts a stopped service again and waits until it serves. */
    static void startAgain(ServiceProcess service) {
        service.startAgain();
        service.awaitReady();
    }
}
