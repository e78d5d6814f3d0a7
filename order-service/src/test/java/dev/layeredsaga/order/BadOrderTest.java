package dev.layeredsaga.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.order.Api.Answer;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Invalid orders are refused with a problem and a code, and nothing is stored. */
class BadOrderTest {

    private final OrderServiceInstance service = OrderServiceInstance.shared();
    private final Api api = service.api();
    private final String seat = Samples.product(api, 1990, "KRW");
    private final long ordersBefore = service.count("customer_order");

    @AfterEach
    void nothingIsStored() {
        assertThat(service.count("customer_order")).isEqualTo(ordersBefore);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "\"customerId\": \"mina\" | \"customerId\": null | customerId",
                "\"customerId\": \"mina\" | \"customerId\": \"\" | customerId",
                "\"customerId\": \"mina\" | \"customerId\": 7 | customerId",
                "\"customerId\": \"mina\" | \"customerId\": \"mi\\u0000na\" | customerId",
                "\"customerId\": \"mina\" | \"customerId\": \"mina\", \"claims\": {\"id\": 1} | claims",
                "\"pm_ok\" | \"pm_OK\" | paymentMethod",
                "\"pm_ok\" | \"card\" | paymentMethod",
                "\"pm_ok\" | \"pm_\\u0000\" | paymentMethod",
                "\"pm_ok\" | \"pm_ok\", \"onBusy\": \"SHRUG\" | onBusy",
                "\"pm_ok\" | \"pm_ok\", \"onBusy\": 0 | onBusy",
                "\"quantity\": 1 | \"quantity\": 0 | lines[0].quantity",
                "\"quantity\": 1 | \"quantity\": -1 | lines[0].quantity",
                "\"quantity\": 1 | \"quantity\": 10001 | lines[0].quantity",
                "\"quantity\": 1 | \"quantity\": 1.5 | lines[0].quantity",
                "\"quantity\": 1 | \"quantity\": \"1\" | lines[0].quantity",
                "\"quantity\": 1 | \"quantity\": 4294967297 | lines[0].quantity",
                "\"quantity\": 1 | \"quantity\": null | lines[0].quantity",
                "\"quantity\": 1 | \"quantity\": true | lines[0].quantity",
                "\"quantity\": 1 | \"amount\": 1 | lines[0].amount",
                "[{ | [null, { | lines[0]",
                "SEAT | a\\u0000b | lines[0].sku",
                "SEAT | ../etc | lines[0].sku",
            })
    void namesTheFieldThatIsWrong(String good, String bad, String field) {
        assertInvalid(api.order(goodOrder().replace(good.replace("SEAT", seat), bad), Samples.unique("key")), field);
    }

    @Test
    void wantsBetweenOneAndAHundredLines() {
        String noLines = goodOrder().replaceFirst("\\[.*]", "[]");
        String manyLines = goodOrder()
                .replaceFirst(
                        "\\[.*]",
                        IntStream.rangeClosed(0, 100)
                                .mapToObj("{\"sku\": \"s%d\", \"quantity\": 1}"::formatted)
                                .collect(Collectors.joining(",", "[", "]")));

        assertInvalid(api.order(noLines, Samples.unique("key")), "lines");
        assertInvalid(api.order(manyLines, Samples.unique("key")), "lines");
    }

    @Test
    void countsTheQuantitiesOfASkuTogether() {
        String tooMuch = goodOrder()
                .replace("\"quantity\": 1}", "\"quantity\": 9999}, {\"sku\": \"%s\", \"quantity\": 2}".formatted(seat));

        assertInvalid(api.order(tooMuch, Samples.unique("key")), "lines[1].quantity");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "{", "[]", "null", "\"order\"", "{\"customerId\": \"a\", \"customerId\": \"b\"}", "{} {}"})
    void cannotReadWhatIsNoOrder(String body) {
        assertProblem(api.order(body, Samples.unique("key")), 400, "MALFORMED_REQUEST");
    }

    @Test
    void saysTheSameWhateverTheClientsLanguage() {
        String order = "{\"lines\": []}";
        Answer plain = api.order(order, Samples.unique("key"));
        Answer persian = api.send(api.request("/orders")
                .header("Content-Type", "application/json")
                .header("Accept-Language", "fa-IR, de;q=0.5")
                .header("Idempotency-Key", Samples.unique("key"))
                .POST(BodyPublishers.ofString(order)));

        assertThat(persian.body().path("errors"))
                .isNotEmpty()
                .isEqualTo(plain.body().path("errors"));
    }

    @Test
    void namesTheLineWhoseProductDoesNotExist() {
        String order = goodOrder().replace("[{", "[{\"sku\": \"unicorn\", \"quantity\": 1}, {");

        Answer answer = api.order(order, Samples.unique("key"));

        assertProblem(answer, 422, "UNKNOWN_SKU");
        assertThat(answer.body().at("/sku").asString()).isEqualTo("unicorn");
        assertThat(answer.body().at("/errors/0/field").asString()).isEqualTo("lines[0].sku");
    }

    @Test
    void refusesToMixCurrencies() {
        String other = "{\"sku\": \"%s\", \"quantity\": 1}".formatted(Samples.product(api, 1, "EUR"));

        Answer answer = api.order(goodOrder().replace("[{", "[" + other + ", {"), Samples.unique("key"));

        assertProblem(answer, 422, "CURRENCY_MISMATCH");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "deadlineSeconds | 'deadlineSeconds': 9",
                "deadlineSeconds | 'deadlineSeconds': 3601",
                "queueTimeoutSeconds | 'onBusy': 'WAIT', 'queueTimeoutSeconds': 0",
                "queueTimeoutSeconds | 'onBusy': 'WAIT', 'queueTimeoutSeconds': 60, 'deadlineSeconds': 60",
                "queueTimeoutSeconds | 'onBusy': 'WAIT', 'queueTimeoutSeconds': 120",
                "queueTimeoutSeconds | 'onBusy': 'RETRY', 'queueTimeoutSeconds': 60"
            },
            quoteCharacter = '`')
    void wantsTimesWithinTheirBounds(String field, String times) {
        String order = goodOrder().replace("\"pm_ok\"", "\"pm_ok\", " + times.replace('\'', '"'));

        assertInvalid(api.order(order, Samples.unique("key")), field);
    }

    @Test
    void refusesATotalThatDoesNotFit() {
        String dear = Samples.product(api, Money.MOST, "KRW");

        assertProblem(api.order(Samples.order("mina", dear, 2), Samples.unique("key")), 422, "TOTAL_TOO_LARGE");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "claim.id | {'token': '0198a000-0000-4000-8000-000000000000'}",
                "claim.token | {'id': '0198a000-0000-4000-8000-000000000000'}",
                "claim.id | {'id': 'mine', 'token': '0198a000-0000-4000-8000-000000000000'}",
                "claim | 'mine'",
                "claim.owner | {'owner': 'mina'}"
            },
            quoteCharacter = '`')
    void wantsTheIdAndTheTokenOfWhatIsHeld(String field, String claim) {
        String order = goodOrder().replace("\"pm_ok\"", "\"pm_ok\", \"claim\": " + claim.replace('\'', '"'));

        assertInvalid(api.order(order, Samples.unique("key")), field);
    }

    @Test
    void wantsOneWellFormedIdempotencyKey() {
        assertProblem(api.order(goodOrder()), 400, "IDEMPOTENCY_KEY_MISSING");
        assertProblem(api.order(goodOrder(), "\"open"), 400, "IDEMPOTENCY_KEY_MALFORMED");
        assertProblem(api.order(goodOrder(), "k".repeat(256)), 400, "IDEMPOTENCY_KEY_MALFORMED");
        assertProblem(api.order(goodOrder(), "one", "two"), 400, "IDEMPOTENCY_KEY_MALFORMED");
    }

    @Test
    void refusesAMegabyteThatAnnouncesItself() {
        assertProblem(api.order(megabyte(), Samples.unique("key")), 413, "PAYLOAD_TOO_LARGE");
    }

    @Test
    void refusesAMegabyteThatComesInChunks() {
        byte[] body = megabyte().getBytes(StandardCharsets.UTF_8);

        Answer answer =
                api.order(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body)), Samples.unique("key"));

        assertProblem(answer, 413, "PAYLOAD_TOO_LARGE");
    }

    @Test
    void answersEveryOtherMistakeWithAProblemToo() {
        var form = api.request("/orders")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("customerId=mina"));

        assertProblem(api.send(form), 415, "UNSUPPORTED_MEDIA_TYPE");
        assertProblem(api.put("/orders", goodOrder()), 405, "METHOD_NOT_ALLOWED");
        assertProblem(api.get("/nowhere"), 404, "NOT_FOUND");
        assertProblem(api.send(api.request("/orders").header("Accept", "text/html")), 406, "NOT_ACCEPTABLE");
    }

    @Test
    void answersWhatNeverReachesAControllerWithAProblemToo() {
        var upload = api.request("/orders")
                .header("Content-Type", "multipart/form-data")
                .POST(BodyPublishers.ofString(goodOrder()));

        assertProblem(api.send(upload), 415, "UNSUPPORTED_MEDIA_TYPE");
        assertProblem(api.get("/products/a%2Fb"), 400, "MALFORMED_REQUEST");
        assertProblem(api.get("/products/a%00b"), 400, "MALFORMED_REQUEST");
    }

    @Test
    void readsParametersAsStrictlyAsBodies() {
        assertInvalid(api.get("/orders?limit=0x10"), "limit");
        assertInvalid(api.get("/orders/1-1-1-1-1"), "id");
    }

    private String goodOrder() {
        return Samples.order("mina", seat, 1);
    }

    private String megabyte() {
        return goodOrder() + " ".repeat(1_000_000 - goodOrder().length());
    }

    private static void assertInvalid(Answer answer, String field) {
        assertProblem(answer, 400, "VALIDATION_FAILED");
        assertThat(answer.body().at("/errors").size()).isEqualTo(1);
        assertThat(answer.body().at("/errors/0/field").asString()).isEqualTo(field);
        assertThat(answer.body().at("/errors/0/message").asString()).isNotBlank();
    }

    private static void assertProblem(Answer answer, int status, String code) {
        assertThat(answer.body().toString()).contains("\"code\":\"" + code + "\"");
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.contentType()).isEqualTo("application/problem+json");
        assertThat(answer.body().at("/status").asInt()).isEqualTo(status);
        assertThat(answer.body().at("/detail").asString()).isNotBlank();
    }
}
