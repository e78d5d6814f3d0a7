package dev.layeredsaga.inventory.claim;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.InventoryClient.Answer;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestValidationTest {

    private final InventoryClient inventory = RunningInventory.shared().client();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "lines | {'owner': 'a', 'lines': []}",
                "lines | {'owner': 'a'}",
                "owner | {'owner': ' ', 'lines': [{'sku': 's', 'quantity': 1}]}",
                "owner | {'owner': 'a\\u0000', 'lines': [{'sku': 's', 'quantity': 1}]}",
                "lines[0].quantity | {'owner': 'a', 'lines': [{'sku': 's', 'quantity': 0}]}",
                "lines[0].quantity | {'owner': 'a', 'lines': [{'sku': 's', 'quantity': 1000001}]}",
                "lines[0].quantity | {'owner': 'a', 'lines': [{'sku': 's', 'quantity': '1'}]}",
                "lines[0].quantity | {'owner': 'a', 'lines': [{'sku': 's', 'quantity': 1.5}]}",
                "lines[0].sku | {'owner': 'a', 'lines': [{'sku': '', 'quantity': 1}]}",
                "lines[0].sku | {'owner': 'a', 'lines': [{'sku': 'a b', 'quantity': 1}]}",
                "ttlSeconds | {'owner': 'a', 'lines': [{'sku': 's', 'quantity': 1}], 'ttlSeconds': 0}",
                "ttlSeconds | {'owner': 'a', 'lines': [{'sku': 's', 'quantity': 1}], 'ttlSeconds': 3601}",
                "extra | {'owner': 'a', 'lines': [{'sku': 's', 'quantity': 1}], 'extra': 1}"
            })
    void namesTheFieldThatIsNotValid(String field, String body) {
        Answer answer = inventory.post("/claims", body.replace('\'', '"'));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("VALIDATION_FAILED");
        assertThat(answer.body().path("errors").get(0).path("field").asString()).isEqualTo(field);
        assertThat(answer.body().path("errors").get(0).path("message").asString())
                .isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"{", "[]", "null", "''"})
    void refusesWhatIsNoClaimAtAll(String body) {
        Answer answer = inventory.post("/claims", body);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("MALFORMED_REQUEST");
    }

    @Test
    void wantsAToken() {
        Answer answer = inventory.post("/claims/0198a000-0000-7000-8000-000000000000/confirmation", "");
        assertThat(answer.code()).isEqualTo("VALIDATION_FAILED");
        assertThat(answer.body().path("errors").get(0).path("field").asString()).isEqualTo("Claim-Token");
    }

    @Test
    void wantsAProperSkuAndStockForAnItem() {
        assertThat(inventory.putItem("a".repeat(65), 1, "COUNTED").code()).isEqualTo("VALIDATION_FAILED");
        assertThat(inventory.putItem("seat", -1, "COUNTED").code()).isEqualTo("VALIDATION_FAILED");
        Answer policy = inventory.putItem("seat", 1, "SHARED");
        assertThat(policy.body().path("errors").get(0).path("field").asString()).isEqualTo("policy");
        Answer number = inventory.put("/items/seat", "{\"onHand\": 1, \"policy\": 0}");
        assertThat(number.body().path("errors").get(0).path("field").asString()).isEqualTo("policy");
    }

    @Test
    void refusesABodyOfAMegabyteHoweverItComes() {
        String body = "{\"owner\": \"" + "a".repeat(1_000_000) + "\"}";
        assertThat(inventory.post("/claims", body).code()).isEqualTo("PAYLOAD_TOO_LARGE");
        Answer chunked = inventory.postChunked("/claims", body.getBytes(UTF_8));
        assertThat(chunked.status()).isEqualTo(413);
        assertThat(chunked.code()).isEqualTo("PAYLOAD_TOO_LARGE");
    }

    @Test
    void readsASmallBodyHoweverItComes() {
        byte[] body = "{\"owner\": \"a\", \"lines\": [{\"sku\": \"unheard-of\", \"quantity\": 1}]}".getBytes(UTF_8);
        assertThat(inventory.postChunked("/claims", body).code()).isEqualTo("UNKNOWN_SKU");
    }

    @Test
    void hasACodeForEverything() {
        assertThat(inventory.get("/nowhere").code()).isEqualTo("NOT_FOUND");
        assertThat(inventory.get("/nowhere").text("type")).endsWith("/docs/problems.md#not_found");
        assertThat(inventory.post("/items/seat", "{}").code()).isEqualTo("METHOD_NOT_ALLOWED");
        assertThat(inventory.get("/claims?owner=%00").code()).isEqualTo("VALIDATION_FAILED");
        assertThat(inventory.get("/claims?sku=%00").code()).isEqualTo("VALIDATION_FAILED");
        assertThat(inventory.get("/claims?state=LOST").code()).isEqualTo("VALIDATION_FAILED");
        assertThat(inventory.get("/claims?limit=101").code()).isEqualTo("VALIDATION_FAILED");
        assertThat(inventory.get("/claims?after=1-1-1-1-1").code()).isEqualTo("VALIDATION_FAILED");
    }

    @Test
    void saysThatItIsReady() {
        assertThat(inventory.get("/actuator/health/readiness").text("status")).isEqualTo("UP");
        assertThat(inventory.get("/actuator/env").status()).isEqualTo(404);
    }
}
