package dev.layeredsaga.testbed.failures.matrix.scenario;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.testbed.failures.matrix.outcome.Case;
import dev.layeredsaga.testbed.failures.matrix.outcome.Expected;
import dev.layeredsaga.testbed.failures.matrix.system.OwnSystem;
import dev.layeredsaga.testbed.failures.matrix.system.ScenarioRun;
import dev.layeredsaga.testbed.failures.matrix.system.TestSystem;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The clock of one process is wrong. */
public final class WrongClocks extends ScenarioGroup {

    private static final Duration A_MINUTE = Duration.ofMinutes(1);

    /** The four processes. */
    private static final List<String> PROCESSES =
            List.of("order-service", "saga-orchestrator", "inventory-service", OwnSystem.GATEWAY);

    public WrongClocks() {
        super(
                "The clock of one process is wrong",
                "While it runs, the process's wall clock is set a minute ahead or behind, as far as its own code can see"
                        + " (`java.time`, and what makes its ids); what it stamps is looked at to see that it worked. The clocks of"
                        + " Kafka's client and of PostgreSQL stay right. Nothing may change.",
                PROCESSES.stream()
                        .flatMap(process -> Stream.of(wrong(process, "ahead"), wrong(process, "behind")))
                        .toList());
    }

    private static Case wrong(String process, String way) {
        return Case.of(
                        "clock-%s-%s".formatted(process, way),
                        "a minute %s: %s".formatted(way, process),
                        Expected.confirmed())
                .onOwnSystem();
    }

    @Override
    public void play(TestSystem tested, List<Case> chosen) {
        for (Case wanted : chosen) {
            String process = PROCESSES.stream()
                    .filter(each -> wanted.name().contains(each))
                    .findFirst()
                    .orElseThrow();
            Duration offset = wanted.name().endsWith("ahead") ? A_MINUTE : A_MINUTE.negated();
            tested.own().clocks().set(process, offset);
            try {
                play(tested, wanted, process, offset);
            } finally {
                tested.own().clocks().set(process, Duration.ZERO);
            }
        }
    }

    private static void play(TestSystem tested, Case wanted, String process, Duration offset) {
        ScenarioRun run = tested.begin(wanted);
        tested.own().clocks().awaitSeen(process);
        String order = run.order("pm_ok");
        tested.shop().awaitEndOf(run.orders(), Duration.ofSeconds(60));
        Duration off = Duration.between(Instant.now(), stampedBy(process, tested, order));
        if (off.minus(offset).abs().compareTo(A_MINUTE.dividedBy(2)) > 0) {
            run.remark("its stamps are off by %d s".formatted(off.toSeconds()));
        }
        tested.watch(run);
    }

    /** The time that the process put on what it said about the order last. */
    private static Instant stampedBy(String process, TestSystem tested, String order) {
        return switch (process) {
            case "order-service" -> lastOf(process, tested.mail().about(order, Topics.ORDERS_EVENTS));
            case "saga-orchestrator" -> lastOf(process, tested.mail().about(order, Topics.INVENTORY_COMMANDS));
            case "inventory-service" -> lastOf(process, tested.mail().about(order, Topics.SAGA_REPLIES));
            default ->
                Instant.parse(tested.shop()
                        .accountOf(order)
                        .entries()
                        .path(0)
                        .path("at")
                        .asString(""));
        };
    }

    private static Instant lastOf(String process, List<ConsumerRecord<String, String>> messages) {
        return messages.stream()
                .filter(message -> PublishedRecords.header(message, "ce_source").equals("/" + process))
                .map(message -> Instant.parse(PublishedRecords.header(message, "ce_time")))
                .reduce((earlier, later) -> later)
                .orElse(Instant.EPOCH);
    }
}
