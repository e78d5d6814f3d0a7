package dev.layeredsaga.inventory.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.inventory.fixture.AtOnce;
import dev.layeredsaga.inventory.fixture.DatabaseTime;
import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.InventoryClient.Answer;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** Limits on holds, which cost nothing: their number per customer, and their duration. */
class HoldLimitsTest {

    private static final int MOST = 5;

    @Test
    void limitsTheLiveHoldsOfACustomerAndOfNoOther() {
        try (RunningInventory running = start("true")) {
            InventoryClient operator = running.client();
            InventoryClient mallory = operator.as(LocalIssuer.get().customer("mallory"));
            String sku = stocked(operator);
            List<Answer> holds = new ArrayList<>();
            for (int i = 0; i < MOST; i++) {
                holds.add(mallory.claim("mallory", sku));
            }

            Answer oneTooMany = mallory.claim("mallory", sku);

            assertThat(holds).allMatch(hold -> hold.status() == 201);
            assertThat(oneTooMany.status()).isEqualTo(429);
            assertThat(oneTooMany.code()).isEqualTo("HOLD_LIMIT_REACHED");
            assertThat(oneTooMany.body().path("limit").asInt()).isEqualTo(MOST);
            assertThat(oneTooMany.header("Retry-After")).isNotEmpty();
            assertThat(operator.as(LocalIssuer.get().customer("mina"))
                            .claim("mina", sku)
                            .status())
                    .isEqualTo(201);
            assertThat(operator.claim("mallory", sku).status()).isEqualTo(201);
            SagaAtDesk.of(running).claim(sku);

            mallory.release(holds.get(0));
            running.letExpire(holds.get(1).text("claimId"));
            assertThat(mallory.claim("mallory", sku).status()).isEqualTo(201);
        }
    }

    /** Uses different items, which share no lock. */
    @Test
    void keepsTheLimitWhenManyAreWantedAtTheSameTime() throws Exception {
        for (String shared : List.of("true", "false")) {
            try (RunningInventory running = start(shared)) {
                InventoryClient operator = running.client();
                InventoryClient mallory = operator.as(LocalIssuer.get().customer("mallory"));
                List<Callable<Answer>> calls = new ArrayList<>();
                for (int i = 0; i < 3 * MOST; i++) {
                    String sku = stocked(operator);
                    calls.add(() -> InventoryClient.repeatedly(() -> mallory.claim("mallory", sku)));
                }

                List<Answer> answers = AtOnce.call(calls);

                assertThat(answers.stream().filter(answer -> answer.status() == 201))
                        .hasSize(MOST);
                assertThat(answers.stream().filter(answer -> answer.status() == 429))
                        .hasSize(2 * MOST);
            }
        }
    }

    @Test
    void doesNotLetAHoldLastForEver() {
        Map<String, String> settings = RunningInventory.quietSettings();
        DatabaseTime time = DatabaseTime.settableIn(settings);
        try (RunningInventory running = RunningInventory.start(settings)) {
            InventoryClient mallory = running.client().as(LocalIssuer.get().customer("mallory"));
            Answer hold = mallory.claim("mallory", stocked(running.client()));
            Instant end = Instant.parse(hold.text("createdAt")).plus(Duration.ofHours(1));

            for (int extension = 0; extension < 9; extension++) {
                Answer extended = mallory.extend(hold, 600);
                assertThat(extended.status()).isEqualTo(200);
                assertThat(Instant.parse(extended.text("expiresAt"))).isBeforeOrEqualTo(end);
                time.advance(Duration.ofMinutes(6));
            }
            assertThat(mallory.extend(hold, 3600).text("expiresAt")).isEqualTo(end.toString());
            time.advance(Duration.ofMinutes(7));
            assertThat(mallory.extend(hold, 600).code()).isEqualTo("CLAIM_EXPIRED");
        }
    }

    /** A hold costs nothing, and one of all stock used to keep everybody from buying. */
    @Test
    void limitsWhatACustomerHoldsOfAnItem() {
        try (RunningInventory running = start("true")) {
            InventoryClient operator = running.client();
            InventoryClient mallory = operator.as(LocalIssuer.get().customer("mallory"));
            String sku = stocked(operator);
            Answer whole = mallory.claim("mallory", sku, 51);
            Answer half = mallory.claim("mallory", sku, 50);

            assertThat(whole.code()).isEqualTo("HOLD_LIMIT_REACHED");
            assertThat(whole.body().path("sku").asString()).isEqualTo(sku);
            assertThat(whole.body().path("limit").asInt()).isEqualTo(50);
            assertThat(half.status()).isEqualTo(201);
            assertThat(mallory.claim("mallory", sku).code()).isEqualTo("HOLD_LIMIT_REACHED");
            assertThat(mallory.claim("mallory", sku, 101).code()).isEqualTo("OUT_OF_STOCK");
            assertThat(operator.as(LocalIssuer.get().customer("mina"))
                            .claim("mina", sku, 40)
                            .status())
                    .isEqualTo(201);
            assertThat(operator.claim("mallory", sku, 10).status()).isEqualTo(201);

            mallory.release(half);
            assertThat(mallory.claim("mallory", sku).status()).isEqualTo(201);
            operator.putItem(sku, 1_000, "COUNTED");
            assertThat(mallory.claim("mallory", sku, 100).code()).isEqualTo("HOLD_LIMIT_REACHED");
        }
    }

    @Test
    void doesNotRenewAHoldByReleasingItAndHoldingAgain() {
        Map<String, String> settings = RunningInventory.quietSettings();
        DatabaseTime time = DatabaseTime.settableIn(settings);
        try (RunningInventory running = RunningInventory.start(settings)) {
            InventoryClient mallory = running.client().as(LocalIssuer.get().customer("mallory"));
            String sku = stocked(running.client());
            Answer first = mallory.claim("mallory", sku);
            Instant end = Instant.parse(first.text("createdAt")).plus(Duration.ofHours(1));
            time.advance(Duration.ofMinutes(5));
            mallory.release(first);

            time.advance(Duration.ofMinutes(50));
            Answer again = mallory.claim("mallory", sku);
            assertThat(Instant.parse(again.text("expiresAt"))).isBetween(end, end.plusSeconds(60));
            assertThat(mallory.extend(again, 3600).text("expiresAt")).isEqualTo(again.text("expiresAt"));

            time.advance(Duration.ofMinutes(6));
            Answer tooLong = mallory.claim("mallory", sku);
            assertThat(tooLong.status()).isEqualTo(429);
            assertThat(tooLong.code()).isEqualTo("HOLD_TIME_OVER");
            assertThat(Integer.parseInt(tooLong.header("Retry-After"))).isBetween(58 * 60, 60 * 60);
            assertThat(mallory.claim("mallory", stocked(running.client())).status())
                    .isEqualTo(201);
            SagaAtDesk.of(running).claim(sku);

            time.advance(Duration.ofMinutes(60));
            assertThat(mallory.claim("mallory", sku).status()).isEqualTo(201);
        }
    }

    /** An order that is cancelled or declined costs as little as a hold. */
    @Test
    void doesNotRenewAHoldByOrderingItInVain() {
        Map<String, String> settings = RunningInventory.quietSettings();
        DatabaseTime time = DatabaseTime.settableIn(settings);
        try (RunningInventory running = RunningInventory.start(settings)) {
            InventoryClient mallory = running.client().as(LocalIssuer.get().customer("mallory"));
            String sku = stocked(running.client());
            Answer first = mallory.claim("mallory", sku, 50);
            Instant end = Instant.parse(first.text("createdAt")).plus(Duration.ofHours(1));
            String sold = stocked(running.client());
            Answer bought = mallory.claim("mallory", sold, 50);
            List.of(first, bought).forEach(hold -> mallory.extend(hold, 3600));
            time.advance(Duration.ofMinutes(55));
            SagaAtDesk cancelled = SagaAtDesk.of(running);
            cancelled.adopt(first, sku, 50);
            cancelled.compensate();
            SagaAtDesk returned = SagaAtDesk.of(running);
            returned.confirm(returned.adopt(bought, sold, 50));
            returned.compensate();

            Answer again = mallory.claim("mallory", sku, 50);

            assertThat(Instant.parse(again.text("expiresAt"))).isBetween(end, end.plusSeconds(60));
            time.advance(Duration.ofMinutes(6));
            assertThat(mallory.claim("mallory", sku, 50).code()).isEqualTo("HOLD_TIME_OVER");
            assertThat(mallory.claim("mallory", sold, 50).status()).isEqualTo(201);
            time.advance(Duration.ofMinutes(60));
            assertThat(mallory.claim("mallory", sku, 50).status()).isEqualTo(201);
        }
    }

    private static RunningInventory start(String shared) {
        Map<String, String> settings = RunningInventory.quietSettings();
        settings.put("inventory.holds.most-per-customer", Integer.toString(MOST));
        settings.put("inventory.section.shared", shared);
        // no lock_timeout: holds of one customer wait for each other
        settings.put("spring.datasource.hikari.connection-init-sql", "SET TIME ZONE 'UTC'");
        return RunningInventory.start(settings);
    }

    private static String stocked(InventoryClient operator) {
        String sku = "stock-" + UUID.randomUUID();
        operator.putItem(sku, 100, "COUNTED");
        return sku;
    }
}
