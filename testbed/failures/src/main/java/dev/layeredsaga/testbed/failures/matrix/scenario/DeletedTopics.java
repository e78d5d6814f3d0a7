package dev.layeredsaga.testbed.failures.matrix.scenario;

import static dev.layeredsaga.testbed.failures.matrix.outcome.Range.atLeast;
import static dev.layeredsaga.testbed.failures.matrix.outcome.Range.exactly;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.testbed.failures.matrix.outcome.Case;
import dev.layeredsaga.testbed.failures.matrix.outcome.Expected;
import dev.layeredsaga.testbed.failures.matrix.system.ScenarioRun;
import dev.layeredsaga.testbed.failures.matrix.system.TestSystem;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import dev.layeredsaga.testbed.system.Service;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.awaitility.Awaitility;

/** A topic that a service writes to is gone. */
public final class DeletedTopics extends ScenarioGroup.OneByOne {

    private static final Duration HOLD = Duration.ofSeconds(1);
    private static final Duration SOON = Duration.ofSeconds(40);

    private static final Case INVENTORY_EVENTS = Case.of(
                    "inventory-events-deleted",
                    "`inventory.events` is deleted; meanwhile a hold expires, which is told there only, and three orders are"
                            + " placed and confirmed",
                    Expected.confirmed().calls(exactly(1), atLeast(0), exactly(0)))
            .onOwnSystem()
            .withOrders(6);

    public DeletedTopics() {
        super(
                "A topic is deleted",
                "While three orders are being paid (3 s each). All else that its service sends goes on; what could not be sent is"
                        + " sent once the topic is there again.",
                List.of(INVENTORY_EVENTS));
    }

    @Override
    void play(TestSystem tested, Case wanted, ScenarioRun run) {
        run.orders(3, "pm_slow_then_ok").forEach(order -> tested.shop().awaitStep(order, "pay"));
        int partitions = tested.mail().delete(Topics.INVENTORY_EVENTS);
        String claim;
        try {
            claim = expiredHold(tested);
            tested.own().awaitStuck(Service.INVENTORY);
            tested.shop().awaitEndOf(run.orders(3, "pm_ok"), SOON);
        } finally {
            tested.mail().create(Topics.INVENTORY_EVENTS, partitions);
        }
        awaitTold(tested, claim);
    }

    /** Returns the claim's id. */
    private static String expiredHold(TestSystem tested) {
        String sku = "held-" + UUID.randomUUID();
        tested.shop().stock(sku, 1, "EXCLUSIVE");
        return tested.shop().hold(HOLD, sku).body().path("claimId").asString();
    }

    private static void awaitTold(TestSystem tested, String claim) {
        String kafka = tested.own().infrastructure().kafkaBootstrapServers();
        Awaitility.await("ClaimExpired of " + claim)
                .atMost(SOON)
                .ignoreExceptions()
                .until(() -> new PublishedRecords(kafka, Topics.INVENTORY_EVENTS)
                        .all().stream().anyMatch(record -> record.value().contains(claim)));
    }
}
