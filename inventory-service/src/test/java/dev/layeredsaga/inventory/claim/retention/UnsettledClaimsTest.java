package dev.layeredsaga.inventory.claim.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.inventory.claim.command.ClaimCommand;
import dev.layeredsaga.inventory.claim.command.ClaimOutcome;
import dev.layeredsaga.inventory.claim.command.ClaimSnapshot;
import dev.layeredsaga.inventory.claim.command.Claimant;
import dev.layeredsaga.inventory.claim.request.ClaimDesk;
import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import dev.layeredsaga.messaging.sweep.Sweeps;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Claims that sagas hold for longer than sagas take. */
class UnsettledClaimsTest {

    private static RunningInventory running;
    private static InventoryClient inventory;

    private final String sku = "thing-" + UUID.randomUUID();

    @BeforeAll
    static void start() {
        Map<String, String> settings = RunningInventory.quietSettings();
        settings.put("inventory.unsettled.interval", "1h");
        settings.put("inventory.unsettled.batch-size", "2");
        running = RunningInventory.start(settings);
        inventory = running.client();
    }

    @AfterAll
    static void stop() {
        running.close();
    }

    @BeforeEach
    void putItem() {
        inventory.putItem(sku, 100, "COUNTED");
        // excludes the claims that other tests have left
        running.database()
                .sql("UPDATE claim SET reported_at = clock_timestamp()")
                .update();
    }

    @Test
    void arePublishedAgainAndAgainUntilTheyEnd() {
        UUID saga = UUID.randomUUID();
        ClaimSnapshot claim = claim(saga);
        double before = counted();
        wasGranted(claim, "4 minutes");

        assertThat(report()).isEqualTo(1);
        ConsumerRecord<String, String> event = awaitEvents(saga, 1);
        assertThat(PublishedRecords.header(event, "ce_type")).isEqualTo("ClaimUnsettled");
        assertThat(event.value()).contains(claim.id().toString(), saga.toString(), "heldSince");
        assertThat(report()).as("just published").isZero();

        minutePasses(claim);
        assertThat(report()).isEqualTo(1);
        awaitEvents(saga, 2);
        assertThat(counted()).isEqualTo(before + 2);

        minutePasses(claim);
        desk().handle(new ClaimCommand.ReleaseSaga(saga));
        assertThat(report()).isZero();
    }

    @Test
    void areNoHoldsOfCustomersNoSoldOnesAndNoYoungOnes() {
        InventoryClient.Answer hold = inventory.claim("mina", sku);
        assertThat(hold.status()).isEqualTo(201);
        ClaimSnapshot sold = claim(UUID.randomUUID());
        desk().handle(new ClaimCommand.Confirm(sold.id(), sold.token()));
        wasGranted(sold, "4 minutes");
        running.database()
                .sql("UPDATE claim SET created_at = created_at - interval '4 minutes' WHERE id = ?::uuid")
                .param(hold.text("claimId"))
                .update();
        claim(UUID.randomUUID());

        assertThat(report()).isZero();
    }

    @Test
    void areAllFoundHoweverManyPagesTheyTake() {
        for (int i = 0; i < 7; i++) {
            inventory.claim("mina", sku);
            wasGranted(claim(UUID.randomUUID()), "4 minutes");
        }

        assertThat(report()).isEqualTo(7);
    }

    @Test
    void arePublishedByOneInstanceOnly() {
        wasGranted(claim(UUID.randomUUID()), "4 minutes");
        Map<String, String> settings = RunningInventory.quietSettings();
        settings.put("inventory.unsettled.interval", "1h");
        try (RunningInventory other = RunningInventory.start(settings)) {
            assertThat(report() + reportBy(other)).isEqualTo(1);
        }
    }

    private ClaimSnapshot claim(UUID saga) {
        ClaimOutcome outcome = desk().handle(new ClaimCommand.Hold(
                Claimant.saga(saga), new TreeMap<>(Map.of(sku, 1)), Duration.ofMinutes(5), null));
        return ((ClaimOutcome.Granted) outcome).claim();
    }

    private static void wasGranted(ClaimSnapshot claim, String ago) {
        running.database()
                .sql("UPDATE claim SET created_at = created_at - ?::interval WHERE id = ?")
                .param(ago)
                .param(claim.id())
                .update();
    }

    private static void minutePasses(ClaimSnapshot claim) {
        running.database()
                .sql("UPDATE claim SET reported_at = reported_at - interval '61 seconds' WHERE id = ?")
                .param(claim.id())
                .update();
    }

    private static double report() {
        return reportBy(running);
    }

    /** Returns how many claims were published. */
    private static double reportBy(RunningInventory instance) {
        double before = counted(instance);
        instance.bean(Sweeps.class).tick("claims that sagas hold for long");
        return counted(instance) - before;
    }

    private static ConsumerRecord<String, String> awaitEvents(UUID saga, int count) {
        PublishedRecords events = new PublishedRecords(Topics.INVENTORY_EVENTS);
        return await().until(() -> events.of(saga), found -> found.size() == count)
                .getLast();
    }

    private static double counted() {
        return counted(running);
    }

    private static double counted(RunningInventory instance) {
        return instance.bean(MeterRegistry.class)
                .get("inventory.claims.unsettled")
                .counter()
                .count();
    }

    private static ClaimDesk desk() {
        return running.bean(ClaimDesk.class);
    }
}
