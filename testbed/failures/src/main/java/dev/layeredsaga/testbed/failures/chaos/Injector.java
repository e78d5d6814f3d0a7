package dev.layeredsaga.testbed.failures.chaos;

import dev.layeredsaga.testbed.client.Http;
import dev.layeredsaga.testbed.failures.chaos.Injection.Disturbance;
import dev.layeredsaga.testbed.failures.chaos.Injection.Outage;
import dev.layeredsaga.testbed.infrastructure.Server;
import dev.layeredsaga.testbed.process.ServiceProcess;
import dev.layeredsaga.testbed.system.Service;
import java.util.HashMap;
import java.util.Map;

/** Does to the system what the plan says, and undoes it. Used by one thread. */
final class Injector {

    private final ChaosSystem system;
    private final Resending resending;
    private final Http http = new Http();

    Injector(ChaosSystem system, Resending resending) {
        this.system = system;
        this.resending = resending;
    }

    void begin(Injection injection) {
        switch (injection) {
            case Injection.GatewayFault fault -> put("/faults", faultBody(fault));
            case Injection.Webhooks webhooks ->
                put("/webhooks", webhookBody(webhooks.delivery(), webhooks.probability(), webhooks.seed()));
            case Disturbance disturbance -> begin(disturbance);
            case Injection.StubKill unused -> system.stub().kill();
            case Outage outage -> server(outage).stop();
            case Injection.Resending again -> resending.resend(again);
            case Injection.Poison poison -> resending.poison(poison);
        }
    }

    void end(Injection injection) {
        switch (injection) {
            case Injection.GatewayFault unused -> mendGateway();
            case Injection.Webhooks unused -> put("/webhooks", webhookBody("ON_TIME", 1, 1));
            case Disturbance disturbance -> end(disturbance);
            case Injection.StubKill unused -> {
                system.stub().startAgain();
                system.stub().awaitReady();
            }
            case Outage outage -> server(outage).start();
            case Injection.Resending unused -> {}
            case Injection.Poison unused -> {}
        }
    }

    void mendGateway() {
        require(http.delete(system.stub().url(), "/faults"), "DELETE /faults");
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
    }

    private ServiceProcess process(Disturbance disturbance) {
        return system.instance(disturbance.service(), disturbance.instance());
    }

    private Server server(Outage outage) {
        return switch (outage.part()) {
            case REDIS -> system.infrastructure().redis();
            case KAFKA -> system.infrastructure().kafka();
            case POSTGRES -> system.infrastructure().postgres();
        };
    }

    private static Map<String, Object> faultBody(Injection.GatewayFault fault) {
        Map<String, Object> body = new HashMap<>();
        body.put("scenario", fault.scenario());
        body.put("probability", fault.probability());
        body.put("seed", fault.seed());
        if (fault.delayMillis() >= 0) {
            body.put("delayMillis", fault.delayMillis());
        }
        return body;
    }

    private Map<String, Object> webhookBody(String delivery, double probability, long seed) {
        return Map.of(
                "url", system.urls(Service.ORCHESTRATOR).getFirst() + "/payments/webhooks",
                "secret", ChaosSystem.WEBHOOK_SECRET,
                "delivery", delivery,
                "probability", probability,
                "seed", seed);
    }

    private void put(String path, Map<String, Object> body) {
        require(http.put(system.stub().url(), path, body), "PUT " + path);
    }

    private static void require(Http.Reply reply, String call) {
        if (reply.status() >= 300) {
            throw new IllegalStateException("%s was answered with %d".formatted(call, reply.status()));
        }
    }
}
