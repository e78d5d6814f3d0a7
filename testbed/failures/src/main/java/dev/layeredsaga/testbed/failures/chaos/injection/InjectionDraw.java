package dev.layeredsaga.testbed.failures.chaos.injection;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.paymentstub.fault.Scenario;
import dev.layeredsaga.testbed.failures.chaos.injection.Injection.DatabaseFault;
import dev.layeredsaga.testbed.failures.chaos.injection.Injection.Disturbance;
import dev.layeredsaga.testbed.failures.chaos.injection.Injection.Outage;
import dev.layeredsaga.testbed.failures.chaos.system.InjectionKind;
import dev.layeredsaga.testbed.failures.fault.Poison;
import dev.layeredsaga.testbed.process.SeparateSystem;
import dev.layeredsaga.testbed.system.Service;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;

/** Draws the details of injections. */
record InjectionDraw(Random random, int instances) {

    /**
     * Not the success, and one decline for all. Without {@code refund_declined}: what the gateway has declined for good no retry ends,
     * and the saga is rightly stuck.
     */
    private static final List<String> SCENARIOS = EnumSet.complementOf(EnumSet.of(
                    Scenario.OK,
                    Scenario.DECLINED_EXPIRED_CARD,
                    Scenario.DECLINED_DO_NOT_HONOR,
                    Scenario.DECLINED_FRAUD,
                    Scenario.REFUND_DECLINED))
            .stream()
            .map(Scenario::wireName)
            .toList();

    private static final List<String> DELIVERIES =
            List.of("ON_TIME", "LATE", "DUPLICATED", "BEFORE_RESPONSE", "LOST", "OUT_OF_ORDER");
    private static final List<String> RESENT =
            List.of(Topics.ORDERS_EVENTS, Topics.INVENTORY_COMMANDS, Topics.SAGA_REPLIES);

    Injection of(InjectionKind kind) {
        return switch (kind) {
            case GATEWAY_FAULTS -> gatewayFault();
            case WEBHOOKS -> new Injection.Webhooks(any(DELIVERIES), probability(), random.nextInt(1_000_000));
            case KILLS -> disturbance(Disturbance.How.KILL);
            case TERMINATIONS -> disturbance(Disturbance.How.TERMINATE);
            case FREEZES -> disturbance(Disturbance.How.FREEZE);
            case STUB_KILLS -> new Disturbance(Disturbance.How.KILL, SeparateSystem.STUB, 0);
            case REDIS_OUTAGES -> new Outage(Outage.Part.REDIS);
            case KAFKA_OUTAGES -> new Outage(Outage.Part.KAFKA);
            case POSTGRES_RESTARTS -> new Outage(Outage.Part.POSTGRES);
            case PROMOTED_STANDBYS -> new Injection.PromotedStandby();
            case READ_ONLY_DATABASES -> databaseFault(DatabaseFault.Kind.READ_ONLY);
            case SILENT_DATABASES -> databaseFault(DatabaseFault.Kind.SILENT);
            case FULL_DATABASES -> databaseFault(DatabaseFault.Kind.FULL);
            case RESTORED_DATABASES -> new Injection.RestoredDatabase();
            case MISSING_TOPICS -> new Injection.MissingTopic(Topics.INVENTORY_EVENTS);
            case RESENT_MESSAGES ->
                new Injection.Resending(any(RESENT), 5 + random.nextInt(30), random.nextBoolean(), random.nextLong());
            case POISON -> new Injection.Poisoned(any(RESENT), any(List.of(Poison.values())));
        };
    }

    private Injection gatewayFault() {
        int delay = random.nextInt(3) == 0 ? random.nextInt(2_000) : -1;
        return new Injection.GatewayFault(any(SCENARIOS), probability(), delay, random.nextInt(1_000_000));
    }

    private Injection disturbance(Disturbance.How how) {
        return new Disturbance(how, any(List.of(Service.values())).serviceName(), random.nextInt(instances));
    }

    private Injection databaseFault(DatabaseFault.Kind kind) {
        return new DatabaseFault(kind, any(List.of(Service.values())));
    }

    /** 10 % to 90 %. */
    private double probability() {
        return (1 + random.nextInt(9)) / 10.0;
    }

    private <T> T any(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }
}
