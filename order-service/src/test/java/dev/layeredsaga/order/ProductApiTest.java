package dev.layeredsaga.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.order.Api.Answer;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.transaction.support.TransactionOperations;
import tools.jackson.databind.JsonNode;

class ProductApiTest {

    private final OrderServiceInstance service = OrderServiceInstance.shared();
    private final Api api = service.api();

    @Test
    void putsAProductOnSaleAndChangesItsPrice() {
        String path = "/products/" + Samples.unique("seat");

        assertThat(api.put(path, Samples.product(1990, "KRW")).status()).isEqualTo(201);
        assertThat(api.put(path, Samples.product(2490, "KRW")).status()).isEqualTo(200);

        Answer product = api.get(path);
        assertThat(product.status()).isEqualTo(200);
        assertThat(product.body().toString()).isEqualTo("""
                        {"sku":"%s","name":"A thing","unitPrice":{"amount":2490,"currency":"KRW"}}""".formatted(path.substring("/products/".length())));
    }

    @Test
    void createsAProductOnceHoweverManyPutItAtOnce() {
        String path = "/products/" + Samples.unique("seat");

        Stream<Integer> statuses = AtOnce.call(
                10,
                i -> Api.untilServed(() -> api.put(path, Samples.product(i, "KRW")))
                        .status());

        assertThat(statuses).containsOnlyOnce(201).containsOnly(200, 201);
    }

    @Test
    void replacesOnlyWhatWasSeen() {
        String path = "/products/" + Samples.unique("seat");
        assertThat(putIf("*", path, 1).status()).as("nothing there").isEqualTo(412);
        assertThat(putIf("\"0\"", path, 1).status()).as("nothing there").isEqualTo(412);
        String first = api.put(path, Samples.product(1, "KRW")).header("ETag");
        assertThat(api.get(path).header("ETag")).isEqualTo(first);
        String second = putIf(first, path, 2).header("ETag");

        Answer late = putIf(first, path, 3);

        assertThat(late.status()).isEqualTo(412);
        assertThat(late.code()).isEqualTo("PRECONDITION_FAILED");
        assertThat(api.get(path).body().at("/unitPrice/amount").asInt()).isEqualTo(2);
        assertThat(putIf(second, path, 4).status()).isEqualTo(200);
        assertThat(putIf("*", path, 5).status()).isEqualTo(200);
        assertThat(api.put(path, Samples.product(6, "KRW")).header("ETag"))
                .isEqualTo(api.get(path).header("ETag"));
    }

    @Test
    void letsOneOfThoseThroughThatHaveSeenTheSame() {
        String path = "/products/" + Samples.unique("seat");
        String seen = api.put(path, Samples.product(0, "KRW")).header("ETag");

        List<Integer> statuses = AtOnce.call(
                        20, i -> Api.untilServed(() -> putIf(seen, path, i + 1)).status())
                .toList();

        assertThat(statuses).containsOnlyOnce(200).containsOnly(200, 412);
        assertThat(api.get(path).body().at("/unitPrice/amount").asInt()).isEqualTo(statuses.indexOf(200) + 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "\"0\" \"1\"", "\"0", "*, \"0\"", ""})
    void refusesTagsThatAreNone(String tag) {
        String path = "/products/" + Samples.unique("seat");
        api.put(path, Samples.product(1, "KRW"));

        assertThat(putIf(tag, path, 2).code()).isEqualTo("VALIDATION_FAILED");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "If-Match | \"7\", \"0\" | 200",
                "If-Match | W/\"0\" | 412",
                "If-Match | \"x\" | 412",
                "If-None-Match | * | 412",
                "If-None-Match | \"7\", W/\"0\" | 412",
                "If-None-Match | \"7\" | 200"
            })
    void obeysThePreconditions(String header, String value, int status) {
        String path = "/products/" + Samples.unique("seat");
        api.put(path, Samples.product(1, "KRW"));

        assertThat(putIf(header, value, path, 2).status()).isEqualTo(status);
        assertThat(api.get(path).body().at("/unitPrice/amount").asInt()).isEqualTo(status == 200 ? 2 : 1);
    }

    @Test
    void letsOneOfThoseThroughThatWantToBeTheFirst() {
        String path = "/products/" + Samples.unique("seat");

        List<Integer> statuses = AtOnce.call(
                        20,
                        i -> Api.untilServed(() -> putIf("If-None-Match", "*", path, i + 1))
                                .status())
                .toList();

        assertThat(statuses).containsOnlyOnce(201).containsOnly(201, 412);
        assertThat(api.get(path).body().at("/unitPrice/amount").asInt()).isEqualTo(statuses.indexOf(201) + 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"If-Match", "If-None-Match", "If-Unmodified-Since"})
    void refusesPreconditionsThatARequestDoesNotKnow(String header) {
        Answer answer = api.send(api.request("/orders/" + Samples.placedOrder(api) + "/cancellation")
                .header(header, "*")
                .POST(BodyPublishers.noBody()));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body().at("/errors/0/field").asString()).isEqualTo(header);
    }

    @Test
    void refusesPreconditionsOfTheActuatorsOperations() {
        Answer answer = api.send(api.request("/actuator/loggers/dev.layeredsaga.order.ProductApiTest")
                .header("Content-Type", "application/json")
                .header("If-Match", "*")
                .POST(BodyPublishers.ofString("{\"configuredLevel\": \"DEBUG\"}")));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body().at("/errors/0/field").asString()).isEqualTo("If-Match");
    }

    private Answer putIf(String tag, String path, int amount) {
        return putIf("If-Match", tag, path, amount);
    }

    private Answer putIf(String header, String value, String path, int amount) {
        return api.send(api.request(path)
                .header("Content-Type", "application/json")
                .header(header, value)
                .PUT(BodyPublishers.ofString(Samples.product(amount, "KRW"))));
    }

    @Test
    void ordersNoRetiredProductAndKeepsTheOrdersBefore() {
        String sku = Samples.product(api, 1990, "KRW");
        String path = "/products/" + sku;
        Answer before = api.order(Samples.order("mina", sku, 1), Samples.unique("key"));

        assertThat(delete(path).status()).isEqualTo(204);

        Answer after = api.order(Samples.order("mina", sku, 1), Samples.unique("key"));
        assertThat(after.status()).isEqualTo(422);
        assertThat(after.code()).isEqualTo("UNKNOWN_SKU");
        assertThat(api.get(before.location())
                        .body()
                        .at("/lines/0/unitPrice/amount")
                        .asInt())
                .isEqualTo(1990);
        assertThat(api.get(path).code()).isEqualTo("PRODUCT_NOT_FOUND");
        assertThat(skusIn(api.get("/products?after=" + sku.substring(0, sku.length() - 1))
                        .body()))
                .doesNotContain(sku);
        assertThat(delete(path).status()).as("repeated").isEqualTo(204);
        assertThat(delete(path + "-unknown").status()).isEqualTo(204);
    }

    @Test
    void putsARetiredProductOnSaleAgain() {
        String path = "/products/" + Samples.unique("seat");
        String first = api.put(path, Samples.product(1, "KRW")).header("ETag");
        delete(path);

        assertThat(putIf("*", path, 2).status()).as("nothing there").isEqualTo(412);
        Answer back = putIf("If-None-Match", "*", path, 2);

        assertThat(back.status()).isEqualTo(201);
        assertThat(putIf(first, path, 3).status()).as("another version").isEqualTo(412);
        assertThat(api.get(path).header("ETag")).isEqualTo(back.header("ETag"));
        assertThat(api.get(path).body().at("/unitPrice/amount").asInt()).isEqualTo(2);
        assertThat(api.put(path, Samples.product(4, "KRW")).status()).isEqualTo(200);
    }

    @Test
    void retiresOnlyWhatWasSeen() {
        String path = "/products/" + Samples.unique("seat");
        assertThat(deleteIf("*", path).status()).as("nothing there").isEqualTo(412);
        String first = api.put(path, Samples.product(1, "KRW")).header("ETag");
        String second = api.put(path, Samples.product(2, "KRW")).header("ETag");

        assertThat(deleteIf(first, path).code()).isEqualTo("PRECONDITION_FAILED");
        assertThat(deleteIf("0", path).code()).isEqualTo("VALIDATION_FAILED");
        assertThat(api.get(path).status()).isEqualTo(200);
        assertThat(deleteIf(second, path).status()).isEqualTo(204);
    }

    @Test
    void retiresOrReplacesWhatTwoHaveSeen() {
        String path = "/products/" + Samples.unique("seat");
        String seen = api.put(path, Samples.product(0, "KRW")).header("ETag");

        List<Integer> statuses = AtOnce.call(
                        10,
                        i -> Api.untilServed(() -> i % 2 == 0 ? deleteIf(seen, path) : putIf(seen, path, i))
                                .status())
                .toList();

        assertThat(statuses.stream().filter(status -> status != 412)).hasSize(1);
    }

    private Answer delete(String path) {
        return api.send(api.request(path).DELETE());
    }

    private Answer deleteIf(String tag, String path) {
        return api.send(api.request(path).header("If-Match", tag).DELETE());
    }

    @Test
    void listsWhatIsOnSalePageByPage() {
        String first = Samples.unique("list");
        List<String> skus = Stream.of(1, 2, 3).map(i -> first + "-" + i).toList();
        skus.forEach(sku -> api.put("/products/" + sku, Samples.product(1990, "KRW")));

        JsonNode page = api.get("/products?limit=2&after=" + first).body();
        JsonNode rest = api.get("/products?limit=1&after=" + page.path("next").asString())
                .body();

        assertThat(skusIn(page)).containsExactly(skus.get(0), skus.get(1));
        assertThat(page.path("products").get(0))
                .isEqualTo(api.get("/products/" + skus.getFirst()).body());
        assertThat(skusIn(rest)).containsExactly(skus.get(2));
    }

    @Test
    void listsEachProductOnceAndEnds() {
        Samples.product(api, 1, "KRW");
        Samples.product(api, 2, "KRW");
        long all = service.count("product");
        List<String> found = new ArrayList<>();
        String query = "?limit=100";
        while (!query.isEmpty() && found.size() <= all) {
            JsonNode page = api.get("/products" + query).body();
            found.addAll(skusIn(page));
            query = page.has("next") ? "?limit=100&after=" + page.path("next").asString() : "";
        }

        assertThat(found).doesNotHaveDuplicates().hasSize((int) all);
    }

    @ParameterizedTest
    @CsvSource({
        "limit=0, limit",
        "limit=101, limit",
        "limit=x, limit",
        "after=, after",
        "after=a%20b, after",
        "after=%00, after"
    })
    void namesTheParameterThatIsWrong(String query, String field) {
        Answer answer = api.get("/products?" + query);

        assertThat(answer.code()).isEqualTo("VALIDATION_FAILED");
        assertThat(answer.body().at("/errors/0/field").asString()).isEqualTo(field);
    }

    /** The statement is that of the list. A plan that sorts would read every product for each page. */
    @Test
    void findsAPageByTheIndexOfTheSkus() {
        String plan = service.bean(TransactionOperations.class).execute(transaction -> {
            service.database().sql("SET LOCAL enable_seqscan = off").update();
            service.database().sql("SET LOCAL enable_sort = off").update();
            return String.join(
                    "\n", service.database().sql("""
                            EXPLAIN SELECT sku, name, unit_amount, currency FROM product
                            WHERE sku > 'seat' AND NOT retired ORDER BY sku LIMIT 21
                            """).query(String.class).list());
        });

        assertThat(plan).contains("product_pkey", "Index Cond").doesNotContain("Sort");
    }

    private static List<String> skusIn(JsonNode page) {
        return page.path("products")
                .valueStream()
                .map(product -> product.path("sku").asString())
                .toList();
    }

    @Test
    void knowsNoProductThatWasNeverPut() {
        Answer answer = api.get("/products/unicorn");

        assertThat(answer.code()).isEqualTo("PRODUCT_NOT_FOUND");
        assertThat(answer.body().path("type").asString()).endsWith("/docs/problems.md#product_not_found");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{}                                                                              | name",
                "{\"name\": \" \", \"unitPrice\": {\"amount\": 1, \"currency\": \"KRW\"}}        | name",
                "{\"name\": \"a\\u0000b\", \"unitPrice\": {\"amount\": 1, \"currency\": \"KRW\"}}| name",
                "{\"name\": \"a\\ud800b\", \"unitPrice\": {\"amount\": 1, \"currency\": \"KRW\"}}| name",
                "{\"name\": 7, \"unitPrice\": {\"amount\": 1, \"currency\": \"KRW\"}}            | name",
                "{\"name\": \"a\"}                                                               | unitPrice",
                "{\"name\": \"a\", \"unitPrice\": {\"amount\": -1, \"currency\": \"KRW\"}}       | unitPrice.amount",
                "{\"name\": \"a\", \"unitPrice\": {\"amount\": 1.5, \"currency\": \"KRW\"}}      | unitPrice.amount",
                "{\"name\": \"a\", \"unitPrice\": {\"amount\": \"1\", \"currency\": \"KRW\"}}    | unitPrice.amount",
                "{\"name\": \"a\", \"unitPrice\": {\"amount\": 9223372036854775808, \"currency\": \"KRW\"}}| unitPrice.amount",
                "{\"name\": \"a\", \"unitPrice\": {\"amount\": 1}}                               | unitPrice.currency",
                "{\"name\": \"a\", \"unitPrice\": {\"amount\": 1, \"currency\": \"WON\"}}        | unitPrice.currency",
                "{\"name\": \"a\", \"unitPrice\": {\"amount\": 1, \"currency\": \"krw\"}}        | unitPrice.currency",
                "{\"name\": \"a\", \"unitPrice\": {\"amount\": 1, \"currency\": \"KRW\"}, \"x\": 1} | x",
            })
    void namesTheFieldThatIsWrong(String body, String field) {
        long before = service.count("product");

        Answer answer = api.put("/products/" + Samples.unique("seat"), body);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.contentType()).isEqualTo("application/problem+json");
        assertThat(answer.code()).isEqualTo("VALIDATION_FAILED");
        assertThat(answer.body().at("/errors/0/field").asString()).isEqualTo(field);
        assertThat(service.count("product")).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/products/a%00b", "/products/-a", "/products/a%20b"})
    void refusesSkusThatAreNone(String path) {
        assertThat(api.put(path, Samples.product(1, "KRW")).status()).isEqualTo(400);
        assertThat(api.get(path).status()).isEqualTo(400);
    }
}
