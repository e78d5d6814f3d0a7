package dev.layeredsaga.inventory.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.inventory.claim.command.ClaimCommand;
import dev.layeredsaga.inventory.claim.request.ClaimDesk;
import dev.layeredsaga.inventory.claim.request.ClaimRequests;
import dev.layeredsaga.inventory.fixture.AtOnce;
import dev.layeredsaga.inventory.fixture.DatabaseTime;
import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.InventoryClient.Answer;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code POST /claims} with an {@code Idempotency-Key}: a client that lost the answer may repeat the request. */
class RepeatedRequestTest {

    private final RunningInventory running = RunningInventory.shared();
    private final InventoryClient operator = running.client();
    private final InventoryClient mina = operator.as(LocalIssuer.get().customer("mina"));
    private final String seat = "seat-" + UUID.randomUUID();
    private final String key = UUID.randomUUID().toString();

    @Test
    void answersTheSameClaimWithTheSameTokenAgain() {
        operator.putItem(seat, 1, "EXCLUSIVE");
        Answer first = hold(mina, "mina", key);

        Answer again = hold(mina, "mina", "\"" + key + "\"");

        assertThat(first.status()).isEqualTo(201);
        assertThat(again.status()).isEqualTo(201);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.header("Location")).isEqualTo(first.header("Location"));
        assertThat(running.heldOf(seat)).isOne();
        assertThat(hold(mina, "mina", "another").code()).isEqualTo("RESOURCE_BUSY");
    }

    @Test
    void refusesTheKeyOfAnotherRequest() {
        operator.putItem(seat, 5, "COUNTED");
        hold(mina, "mina", key);

        Answer other = post(mina, "{\"owner\": \"mina\", \"lines\": [{\"sku\": \"%s\", \"quantity\": 2}]}", key);

        assertThat(other.status()).isEqualTo(422);
        assertThat(other.code()).isEqualTo("IDEMPOTENCY_KEY_REUSED");
        assertThat(running.heldOf(seat)).isOne();
    }

    @Test
    void keepsTheKeysOfCallersApart() {
        operator.putItem(seat, 5, "COUNTED");
        Answer minas = hold(mina, "mina", key);
        Answer junos = hold(operator.as(LocalIssuer.get().customer("juno")), "juno", key);

        assertThat(junos.status()).isEqualTo(201);
        assertThat(junos.text("claimId")).isNotEqualTo(minas.text("claimId"));
    }

    @Test
    void saysWhatBecameOfAClaimThatHasEnded() {
        operator.putItem(seat, 5, "COUNTED");
        Answer released = hold(mina, "mina", key);
        mina.release(released);
        assertThat(hold(mina, "mina", key).code()).isEqualTo("CLAIM_LOST");

        Answer expired = hold(mina, "mina", key + "-2");
        running.letExpire(expired.text("claimId"));
        assertThat(hold(mina, "mina", key + "-2").code()).isEqualTo("CLAIM_EXPIRED");

        Answer confirmed = hold(mina, "mina", key + "-3");
        operator.confirm(confirmed);
        assertThat(hold(mina, "mina", key + "-3").text("state")).isEqualTo("CONFIRMED");
    }

    /** Adopts the hold first, which replaces its token by one that is the saga's. */
    @Test
    void doesNotShowTheTokenOfASaga() {
        operator.putItem(seat, 1, "EXCLUSIVE");
        Answer hold = hold(mina, "mina", key);
        running.bean(ClaimDesk.class)
                .handle(new ClaimCommand.Adopt(
                        UUID.randomUUID(),
                        UUID.fromString(hold.text("claimId")),
                        UUID.fromString(hold.text("token")),
                        new TreeMap<>(Map.of(seat, 1)),
                        Duration.ofMinutes(5)));

        assertThat(hold(mina, "mina", key).code()).isEqualTo("CLAIM_LOST");
    }

    @Test
    void triesAgainWhatWasRefused() {
        operator.putItem(seat, 1, "EXCLUSIVE");
        Answer others = operator.claim("other", seat);
        assertThat(hold(mina, "mina", key).code()).isEqualTo("RESOURCE_BUSY");
        operator.release(others);

        assertThat(hold(mina, "mina", key).status()).isEqualTo(201);
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "false"})
    void holdsOnceHoweverManyAskAtTheSameTime(String shared) throws Exception {
        Map<String, String> settings = RunningInventory.quietSettings();
        settings.put("inventory.section.shared", shared);
        settings.put("inventory.locking.provider", "none");
        // no lock_timeout: holds of one customer wait for each other
        settings.put("spring.datasource.hikari.connection-init-sql", "SET TIME ZONE 'UTC'");
        try (RunningInventory own = RunningInventory.start(settings)) {
            own.client().putItem(seat, 100, "COUNTED");
            InventoryClient caller = own.client().as(LocalIssuer.get().customer("mina"));
            Callable<Answer> call = () -> InventoryClient.repeatedly(() -> hold(caller, "mina", key));
            List<Callable<Answer>> calls = Collections.nCopies(16, call);

            List<Answer> answers = AtOnce.call(calls);

            assertThat(answers).allMatch(answer -> answer.status() == 201 || answer.status() == 409);
            assertThat(answers.stream().filter(answer -> answer.status() == 409))
                    .allMatch(answer -> answer.code().equals("IDEMPOTENCY_KEY_IN_USE"));
            assertThat(answers.stream()
                            .filter(answer -> answer.status() == 201)
                            .map(answer -> answer.text("token"))
                            .distinct())
                    .hasSize(1);
            assertThat(own.heldOf(seat)).isOne();
        }
    }

    @Test
    void remembersKeysForABoundedTime() {
        Map<String, String> settings = RunningInventory.quietSettings();
        DatabaseTime time = DatabaseTime.settableIn(settings);
        try (RunningInventory own = RunningInventory.start(settings)) {
            own.client().putItem(seat, 100, "COUNTED");
            InventoryClient caller = own.client().as(LocalIssuer.get().customer("mina"));
            Answer first = hold(caller, "mina", key);
            time.advance(Duration.ofHours(25));
            hold(caller, "mina", "fresh");

            assertThat(own.bean(ClaimRequests.class).forgetOlderThan(Duration.ofHours(24), 10))
                    .isOne();

            Answer anew = hold(caller, "mina", key);
            assertThat(anew.status()).isEqualTo(201);
            assertThat(anew.text("claimId")).isNotEqualTo(first.text("claimId"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "with space", "\"open"})
    void refusesKeysThatAreNone(String malformed) {
        operator.putItem(seat, 1, "EXCLUSIVE");
        assertThat(hold(mina, "mina", malformed).code()).isEqualTo("IDEMPOTENCY_KEY_MALFORMED");
    }

    private Answer hold(InventoryClient caller, String owner, String ownKey) {
        return post(caller, "{\"owner\": \"" + owner + "\", \"lines\": [{\"sku\": \"%s\", \"quantity\": 1}]}", ownKey);
    }

    private Answer post(InventoryClient caller, String body, String ownKey) {
        return caller.send("POST", "/claims", body.formatted(seat), Map.of("Idempotency-Key", ownKey));
    }
}
