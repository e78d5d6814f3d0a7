package dev.layeredsaga.testbed.failures.matrix.scenario;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.testbed.failures.chaos.injection.Injection;
import dev.layeredsaga.testbed.failures.chaos.injection.Injection.Disturbance;
import dev.layeredsaga.testbed.failures.fault.ForgedCommands;
import dev.layeredsaga.testbed.failures.matrix.outcome.Expected;
import dev.layeredsaga.testbed.failures.matrix.run.Case;
import dev.layeredsaga.testbed.failures.matrix.run.ScenarioGroup;
import dev.layeredsaga.testbed.failures.matrix.run.ScenarioRun;
import dev.layeredsaga.testbed.failures.matrix.run.TestSystem;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import dev.layeredsaga.testbed.system.Service;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Messages that were published and are gone, or cannot be published. */
public final class LostMessages {

    private static final String CANCELLATION =
            "all of `orders.events` is deleted before the orchestrator has read a cancellation; the payment takes 12 s";
    private static final String RELEASE =
            "all of `inventory.commands` is deleted before the inventory has read a `ReleaseClaim`, which another answers with `ClaimReleased`";
    private static final String DELETED =
            "`inventory.events` is deleted; meanwhile a hold expires, which is published there only, and three orders are placed and confirmed";

    private static final Duration SLOW = Duration.ofSeconds(12);

    /** Longer than the broker keeps a request open that the inventory made before it was frozen. */
    private static final Duration REQUESTS_ARE_OVER = Duration.ofSeconds(1);

    private static final Injection ORCHESTRATOR_FROZEN = frozen(Service.ORCHESTRATOR);
    private static final Injection INVENTORY_FROZEN = frozen(Service.INVENTORY);

    private LostMessages() {}

    private static Injection frozen(Service service) {
        return new Disturbance(Disturbance.How.FREEZE, service.serviceName(), 0);
    }

    public static ScenarioGroup purged() {
        return ScenarioGroup.oneByOne(
                "Messages are lost",
                "An order whose saga never started is published again by the order-service, and so is a cancellation without an effect. A claim that is still held for a saga that"
                        + " has ended is reported by the inventory, and released.",
                Case.of("orders-purged", "all of `orders.events` is deleted before the orchestrator has read it")
                        .onOwn(3, Expected.confirmed().within("90 s"), LostMessages::purgeOrders),
                Case.of("cancellation-purged", CANCELLATION)
                        .onOwn(1, Expected.cancelled().within("90 s"), LostMessages::purgeCancellation),
                Case.of("release-purged", RELEASE)
                        .onOwn(1, Expected.cancelled().within("90 s"), LostMessages::purgeRelease));
    }

    public static ScenarioGroup unsent() {
        return ScenarioGroup.oneByOne(
                "A topic is deleted",
                "While three orders are being paid (3 s each). All else that its service sends goes on; what could not be sent is"
                        + " sent once the topic is there again.",
                Case.of("inventory-events-deleted", DELETED)
                        .onOwn(6, Expected.confirmed().calls("1 / ≥ 0 / 0"), LostMessages::deleteTopic));
    }

    private static void purgeOrders(TestSystem tested, ScenarioRun run) {
        tested.own().injector().during(ORCHESTRATOR_FROZEN, () -> {
            run.orderAll("pm_ok");
            purgeSent(tested);
        });
    }

    private static void purgeSent(TestSystem tested) {
        tested.own().awaitSent();
        tested.topics().purge(Topics.ORDERS_EVENTS);
    }

    private static void purgeCancellation(TestSystem tested, ScenarioRun run) {
        tested.gateway().whileSlow(SLOW, () -> {
            String order = run.order("pm_ok");
            tested.awaitCharged(order);
            tested.own().injector().during(ORCHESTRATOR_FROZEN, () -> {
                tested.shop().cancel(order);
                purgeSent(tested);
            });
        });
    }

    private static void purgeRelease(TestSystem tested, ScenarioRun run) {
        String order = run.order("pm_slow_then_ok");
        tested.awaitStanding(order, SagaPoint.PAY.saga());
        tested.own().injector().during(INVENTORY_FROZEN, () -> {
            TestSystem.pause(REQUESTS_ARE_OVER);
            tested.shop().tryToCancel(order);
            tested.awaitStanding(order, SagaPoint.COMPENSATE_RESERVE.saga());
            answerRelease(tested, order);
            tested.awaitStanding(order, "COMPENSATED");
            tested.topics().purge(Topics.INVENTORY_COMMANDS);
        });
        TestSystem.await("the claim to be released", () -> tested.shop().reserved(run.sku()) == 0);
    }

    /** Answers a command that the inventory has not read, once it is on its topic. */
    private static void answerRelease(TestSystem tested, String order) {
        String release = Awaitility.await("ReleaseClaim")
                .atMost(TestSystem.TIMEOUT)
                .until(() -> lastRelease(tested, order), Optional::isPresent)
                .orElseThrow();
        JsonNode attempt = JsonMapper.shared().readTree(release).path("attempt");
        String reply = "{\"attempt\": %s}".formatted(attempt);
        tested.messages().send(List.of(ForgedCommands.command(Topics.SAGA_REPLIES, "ClaimReleased", order, reply)));
    }

    private static Optional<String> lastRelease(TestSystem tested, String order) {
        return tested.messages().about(order, List.of(Topics.INVENTORY_COMMANDS)).stream()
                .filter(command -> PublishedRecords.header(command, "ce_type").equals("ReleaseClaim"))
                .map(ConsumerRecord::value)
                .reduce((first, last) -> last);
    }

    private static void deleteTopic(TestSystem tested, ScenarioRun run) {
        tested.orderAndPay(run, 3);
        List<String> expired = new ArrayList<>();
        tested.own().injector().during(new Injection.MissingTopic(Topics.INVENTORY_EVENTS), () -> {
            String sku = "held-" + UUID.randomUUID();
            tested.shop().stock(sku, 1, "EXCLUSIVE");
            JsonNode hold = tested.shop().hold(Duration.ofSeconds(1), sku).body();
            expired.add(hold.path("claimId").asString());
            tested.own().awaitStuck(Service.INVENTORY);
            tested.shop().awaitEndOf(run.orders(3, "pm_ok"));
        });
        TestSystem.await(
                "ClaimExpired of " + expired,
                () -> tested.messages().on(Topics.INVENTORY_EVENTS).stream()
                        .anyMatch(event -> event.value().contains(expired.getFirst())));
    }
}
