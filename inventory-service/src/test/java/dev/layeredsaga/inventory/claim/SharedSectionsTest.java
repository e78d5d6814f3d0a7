package dev.layeredsaga.inventory.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.inventory.fixture.AtOnce;
import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.InventoryClient.Answer;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Concurrent requests for one item, over HTTP, on one instance. */
class SharedSectionsTest {

    private static final int CUSTOMERS = 100;
    private static final int PIECES = 60;

    @SuppressWarnings("NullAway.Init")
    private static RunningInventory running;

    private final InventoryClient inventory = running.client();

    @BeforeAll
    static void start() {
        Map<String, String> settings = RunningInventory.quietSettings();
        settings.put("inventory.section.shared", "true");
        // longer than a test: no request is too late for a section
        settings.put("inventory.locking.wait-time", "2m");
        settings.put("inventory.locking.lease-time", "3m");
        running = RunningInventory.start(settings);
    }

    @AfterAll
    static void stop() {
        running.close();
    }

    @Test
    void sellsWhatThereIs() throws Exception {
        sellAll("hot");
    }

    @Tag("timing")
    @Test
    void sellsItInFewerSectionsThanThereAreRequests() throws Exception {
        long before = sections();

        sellAll("hotter");

        assertThat(sections() - before).isLessThan(CUSTOMERS + PIECES);
    }

    private void sellAll(String sku) throws Exception {
        inventory.putItem(sku, PIECES, "COUNTED");
        List<Answer> claims = atOnce(CUSTOMERS, () -> inventory.claim("customer", sku));
        List<Answer> granted =
                claims.stream().filter(answer -> answer.status() == 201).toList();
        List<Answer> sold = AtOnce.call(granted.stream()
                .<Callable<Answer>>map(claim -> () -> inventory.confirm(claim))
                .toList());

        assertThat(granted).hasSize(PIECES);
        assertThat(claims).filteredOn(answer -> answer.status() != 201).allMatch(answer -> answer.status() == 409);
        assertThat(sold).allMatch(answer -> answer.status() == 200);
        assertThat(inventory.item(sku).path("onHand").asInt()).isZero();
        assertThat(inventory.item(sku).path("reserved").asInt()).isZero();
    }

    @Test
    void returnsToEachOfThemWhatBecameOfTheirs() throws Exception {
        inventory.putItem("mixed", CUSTOMERS, "COUNTED");
        Answer held = inventory.claim("customer", "mixed");

        List<Answer> answers = atOnce(CUSTOMERS, () -> inventory.confirm(held));

        assertThat(answers).allMatch(answer -> answer.status() == 200);
        assertThat(answers).allMatch(answer -> answer.text("claimId").equals(held.text("claimId")));
        assertThat(inventory.item("mixed").path("onHand").asInt()).isEqualTo(CUSTOMERS - 1);
    }

    private static List<Answer> atOnce(int many, Callable<Answer> call) throws Exception {
        return AtOnce.call(Collections.nCopies(many, call));
    }

    private static long sections() {
        return running.bean(MeterRegistry.class)
                .get("inventory.section.time")
                .timer()
                .count();
    }
}
