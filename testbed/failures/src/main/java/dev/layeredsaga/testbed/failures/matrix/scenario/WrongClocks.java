package dev.layeredsaga.testbed.failures.matrix.scenario;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.testbed.failures.fault.Clocks;
import dev.layeredsaga.testbed.failures.matrix.outcome.Expected;
import dev.layeredsaga.testbed.failures.matrix.run.Case;
import dev.layeredsaga.testbed.failures.matrix.run.ScenarioGroup;
import dev.layeredsaga.testbed.failures.matrix.run.TestSystem;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import dev.layeredsaga.testbed.process.SeparateSystem;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The clock of one process is wrong. */
public final class WrongClocks {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** The processes, and the topic on which each reports an order; the gateway has its ledger. */
    private static final Map<String, String> PROCESSES = new LinkedHashMap<>();

    static {
        PROCESSES.put("order-service", Topics.ORDERS_EVENTS);
        PROCESSES.put("saga-orchestrator", Topics.INVENTORY_COMMANDS);
        PROCESSES.put("inventory-service", Topics.SAGA_REPLIES);
        PROCESSES.put(SeparateSystem.STUB, "");
    }

    private WrongClocks() {}

    public static ScenarioGroup group() {
        return ScenarioGroup.oneByOne(
                "The clock of one process is wrong",
                "While it runs, the process's wall clock is set a minute ahead or behind, as far as its own code can see"
                        + " (`java.time`, and what makes its ids); what it stamps is looked at to see that it worked. The clocks of"
                        + " Kafka's client and of PostgreSQL stay right. Nothing may change.",
                PROCESSES.keySet().stream()
                        .flatMap(process ->
                                Stream.of(wrong(process, "ahead", MINUTE), wrong(process, "behind", MINUTE.negated())))
                        .toArray(Case[]::new));
    }

    private static Case wrong(String process, String way, Duration offset) {
        String name = "clock-%s-%s".formatted(process, way);
        String description = "a minute %s: %s".formatted(way, process);
        return Case.of(name, description).onOwn(1, Expected.confirmed(), (tested, run) -> {
            Clocks clocks = tested.own().clocks();
            clocks.set(process, offset);
            try {
                clocks.awaitSeen(process);
                String order = run.order("pm_ok");
                tested.shop().awaitEndOf(run.orders());
                Duration off = Duration.between(Instant.now(), stampedBy(process, tested, order));
                boolean right = off.minus(offset).abs().compareTo(MINUTE.dividedBy(2)) <= 0;
                run.remarkUnless(right, "its stamps are off by %d s".formatted(off.toSeconds()));
            } finally {
                clocks.set(process, Duration.ZERO);
            }
        });
    }

    /** The time that the process put on what it said about the order last. */
    private static Instant stampedBy(String process, TestSystem tested, String order) {
        if (process.equals(SeparateSystem.STUB)) {
            JsonNode entries = tested.shop().accountOf(order).entries();
            return Instant.parse(entries.path(0).path("at").asString(""));
        }
        return tested.messages().about(order, List.of(PROCESSES.getOrDefault(process, ""))).stream()
                .filter(message -> PublishedRecords.header(message, "ce_source").equals("/" + process))
                .map(message -> Instant.parse(PublishedRecords.header(message, "ce_time")))
                .reduce((earlier, later) -> later)
                .orElse(Instant.EPOCH);
    }
}
