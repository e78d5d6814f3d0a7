package dev.layeredsaga.testbed.failures.chaos.injection;

import dev.layeredsaga.testbed.failures.chaos.injection.Injection.DatabaseFault;
import dev.layeredsaga.testbed.failures.chaos.injection.Injection.Disturbance;
import dev.layeredsaga.testbed.failures.chaos.injection.Injection.Outage;
import dev.layeredsaga.testbed.failures.chaos.system.ChaosSystem;
import dev.layeredsaga.testbed.failures.fault.DatabaseFaults;
import dev.layeredsaga.testbed.failures.fault.Gateway;
import dev.layeredsaga.testbed.failures.fault.TopicFaults;
import dev.layeredsaga.testbed.infrastructure.server.Server;
import dev.layeredsaga.testbed.process.ServiceProcess;
import dev.layeredsaga.testbed.system.Service;
import java.net.URI;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Does to the system what the plan says, and reverts it. Used by one thread. */
public final class Injector {

    private final ChaosSystem system;
    private final Resending resending;
    private final Gateway gateway;
    private final DatabaseFaults databases;
    private final TopicFaults topics;
    private int partitions;
    private Instant backedUp = Instant.MAX;

    public Injector(ChaosSystem system, Resending resending) {
        this.system = system;
        this.resending = resending;
        this.gateway = new Gateway(system.stub().url());
        this.databases = new DatabaseFaults(system.infrastructure().postgres());
        this.topics = new TopicFaults(system.infrastructure().kafkaBootstrapServers());
    }

    /** Returns the faults of this system's databases. */
    public DatabaseFaults databases() {
        return databases;
    }

    /** Does something while the system is broken like that. */
    public void during(Injection injection, Runnable action) {
        begin(injection);
        try {
            action.run();
        } finally {
            end(injection);
        }
    }

    public void begin(Injection injection) {
        switch (injection) {
            case Injection.GatewayFault fault -> gateway.fail(fault.scenario(), fieldsOf(fault));
            case Injection.Webhooks webhooks ->
                sendWebhooks(webhooks.delivery(), webhooks.probability(), webhooks.seed());
            case Disturbance disturbance -> begin(disturbance);
            case Outage outage -> server(outage).stop();
            case Injection.PromotedStandby unused ->
                system.infrastructure().replicatedPostgres().failOver();
            case Injection.Resending again -> resending.resend(again);
            case Injection.Poisoned poisoned ->
                resending.send(List.of(poisoned.kind().on(poisoned.topic())));
            case DatabaseFault fault -> begin(fault);
            case Injection.RestoredDatabase unused -> backUp();
            case Injection.MissingTopic missing -> partitions = topics.delete(missing.topic());
        }
    }

    public void end(Injection injection) {
        switch (injection) {
            case Injection.GatewayFault unused -> gateway.mend();
            case Injection.Webhooks unused -> sendWebhooks("ON_TIME", 1, 1);
            case Disturbance disturbance -> end(disturbance);
            case Outage outage -> server(outage).start();
            case Injection.PromotedStandby unused ->
                system.infrastructure().replicatedPostgres().addStandby();
            case Injection.Resending unused -> {}
            case Injection.Poisoned unused -> {}
            case DatabaseFault fault -> end(fault);
            case Injection.RestoredDatabase unused -> restore();
            case Injection.MissingTopic missing -> topics.create(missing.topic(), partitions);
        }
    }

    /**
     * Starts the processes that do not run although nothing keeps them from it, as a deployment platform does: one that is
     * started in the middle of an outage may give up.
     *
     * @return where they listen
     */
    List<URI> startEnded() {
        List<ServiceProcess> ended =
                system.everyProcess().filter(process -> !process.isAlive()).toList();
        ended.forEach(ServiceProcess::startAgain);
        return ended.stream().map(ServiceProcess::url).toList();
    }

    /** Mends every database, whatever is wrong with it. */
    void mendDatabases() {
        for (Service service : Service.values()) {
            databases.mend(service.database());
        }
    }

    void mendGateway() {
        gateway.mend();
    }

    private void begin(Disturbance disturbance) {
        ServiceProcess process = process(disturbance);
        switch (disturbance.how()) {
            case KILL -> process.kill();
            case TERMINATE -> process.terminate();
            case FREEZE -> process.freeze();
        }
    }

    private void end(Disturbance disturbance) {
        ServiceProcess process = process(disturbance);
        switch (disturbance.how()) {
            case KILL, TERMINATE -> process.startAgain();
            case FREEZE -> process.thaw();
        }
        if (disturbance.isOfTheStub()) {
            process.awaitReady();
        }
    }

    private void begin(DatabaseFault fault) {
        String database = fault.service().database();
        switch (fault.kind()) {
            case READ_ONLY -> databases.makeReadOnly(database);
            case SILENT -> databases.freezeSessions(database);
            case FULL -> databases.fillOutbox(database);
        }
    }

    private void end(DatabaseFault fault) {
        String database = fault.service().database();
        switch (fault.kind()) {
            case READ_ONLY -> databases.makeWritable(database);
            case SILENT -> databases.thawSessions(database);
            case FULL -> databases.emptyOutboxDisk(database);
        }
    }

    private void backUp() {
        backedUp = Instant.now();
        databases.backUp(Service.ORDERS.database());
    }

    /** As the operations page has it. */
    private void restore() {
        List<ServiceProcess> instances = system.instances(Service.ORDERS);
        instances.forEach(ServiceProcess::terminate);
        databases.restore(Service.ORDERS.database());
        instances.forEach(
                instance -> instance.startAgain(Map.of("ORDER_RECONCILIATION_LOSTSINCE", backedUp.toString())));
    }

    private ServiceProcess process(Disturbance disturbance) {
        return system.instance(disturbance.program(), disturbance.instance());
    }

    private Server server(Outage outage) {
        return switch (outage.part()) {
            case REDIS -> system.infrastructure().redis();
            case KAFKA -> system.infrastructure().kafka();
            case POSTGRES -> system.infrastructure().postgres();
        };
    }

    private static Map<String, Object> fieldsOf(Injection.GatewayFault fault) {
        Map<String, Object> fields = new HashMap<>(Map.of("probability", fault.probability(), "seed", fault.seed()));
        if (fault.delayMillis() >= 0) {
            fields.put("delayMillis", fault.delayMillis());
        }
        return fields;
    }

    private void sendWebhooks(String delivery, double probability, long seed) {
        URI orchestrator = system.urls(Service.ORCHESTRATOR).getFirst();
        gateway.sendWebhooks(orchestrator, ChaosSystem.WEBHOOK_SECRET, delivery, probability, seed);
    }
}
