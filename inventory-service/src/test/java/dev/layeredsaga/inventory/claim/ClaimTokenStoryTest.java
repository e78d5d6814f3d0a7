package dev.layeredsaga.inventory.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.inventory.fixture.DatabaseTime;
import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.InventoryClient.Answer;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The steps of docs/bank-counter.md: a claim is more than a reservation, because only its current token makes it final. */
class ClaimTokenStoryTest {

    /** Longer than a claim; both are minutes here for the seconds there, so that a pause ends none. */
    private static final Duration PAST_ITS_TIME = Duration.ofMinutes(6);

    @SuppressWarnings("NullAway.Init")
    private static DatabaseTime time;

    @SuppressWarnings("NullAway.Init")
    private static RunningInventory running;

    private final InventoryClient inventory = running.client();
    private final String counter = "counter-3-" + UUID.randomUUID();

    @BeforeAll
    static void start() {
        Map<String, String> settings = RunningInventory.quietSettings();
        time = DatabaseTime.settableIn(settings);
        running = RunningInventory.start(settings);
    }

    @AfterAll
    static void stop() {
        running.close();
    }

    @BeforeEach
    void openTheCounter() {
        inventory.putItem(counter, 1, "EXCLUSIVE");
    }

    @Test
    void refusesWhoComesBackAfterTheCounterWentToSomeoneElse() {
        Answer a = claimForFiveMinutes("customer-a");
        assertThat(claimForFiveMinutes("customer-b").code()).isEqualTo("RESOURCE_BUSY");
        time.advance(PAST_ITS_TIME);
        Answer b = claimForFiveMinutes("customer-b");
        assertThat(b.status()).isEqualTo(201);
        assertThat(inventory.confirm(a).code()).isEqualTo("CLAIM_LOST");
        assertThat(inventory.item(counter).path("sagaId").asString()).isEqualTo("customer-b");
        assertThat(inventory.confirm(b).text("state")).isEqualTo("CONFIRMED");
        assertThat(inventory.confirm(a).code()).isEqualTo("CLAIM_LOST");
    }

    @Test
    void callsAClaimExpiredIfNoOtherCameBetween() {
        Answer a = claimForFiveMinutes("customer-a");
        time.advance(PAST_ITS_TIME);
        assertThat(inventory.confirm(a).code()).isEqualTo("CLAIM_EXPIRED");
        assertThat(claimForFiveMinutes("customer-b").status()).isEqualTo(201);
    }

    @Test
    void keepsAnAssignedCounterTakenUntilItIsReturnedToService() {
        assertThat(inventory.confirm(claimForFiveMinutes("customer-b")).status())
                .isEqualTo(200);
        time.advance(PAST_ITS_TIME);
        assertThat(claimForFiveMinutes("customer-c").code()).isEqualTo("OUT_OF_STOCK");
        assertThat(inventory.putItem(counter, 1, "EXCLUSIVE").status()).isEqualTo(200);
        assertThat(claimForFiveMinutes("customer-c").status()).isEqualTo(201);
    }

    @Test
    void staysWithItsHolderWhenItIsReturnedToServiceTooLate() {
        Answer b = claimForFiveMinutes("customer-b");
        assertThat(inventory.putItem(counter, 1, "EXCLUSIVE").status()).isEqualTo(200);
        assertThat(claimForFiveMinutes("customer-c").code()).isEqualTo("RESOURCE_BUSY");
        assertThat(inventory.confirm(b).status()).isEqualTo(200);
    }

    @Test
    void needsTheTokenToGiveBackACounterThatIsKeptByExtension() {
        Answer b = claimForFiveMinutes("customer-b");
        assertThat(inventory.extend(b, 3600).status()).isEqualTo(200);
        time.advance(PAST_ITS_TIME);
        assertThat(claimForFiveMinutes("customer-c").code()).isEqualTo("RESOURCE_BUSY");
        assertThat(inventory.release(b).status()).isEqualTo(204);
        Answer c = claimForFiveMinutes("customer-c");
        assertThat(c.status()).isEqualTo(201);
        assertThat(inventory.release(b).status()).isEqualTo(204);
        assertThat(inventory.item(counter).path("sagaId").asString()).isEqualTo("customer-c");
    }

    private Answer claimForFiveMinutes(String customer) {
        return inventory.post("/claims", """
                {"owner": "%s", "lines": [{"sku": "%s", "quantity": 1}], "ttlSeconds": 300}
                """.formatted(customer, counter));
    }
}
