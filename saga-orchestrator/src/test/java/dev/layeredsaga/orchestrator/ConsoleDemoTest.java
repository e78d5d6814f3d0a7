package dev.layeredsaga.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import dev.layeredsaga.console.SagaId;
import java.util.List;
import org.htmlunit.html.HtmlInput;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.HtmlSelect;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An operator at the console's panel of demonstrations, in a browser. */
class ConsoleDemoTest extends SignedInTest {

    @BeforeEach
    void stock() {
        ConsolePeers.answer("/products", 200, "{\"products\": [{\"sku\": \"book\"}, {\"sku\": \"seat-1\"}]}");
        ConsolePeers.answer("/faults", 200, "{\"faults\": []}");
    }

    @Test
    void placesOrdersAndShowsTheLatestSagas() {
        ConsolePeers.answer("/orders", 202, "{\"orderId\": \"01a1feca-7ee0-7687-8dad-330eeb12a177\"}");
        PlacedOrder latest = StuckOrder.waiting("mina");
        int before = ConsolePeers.changes("/orders").size();
        HtmlPage page = kim.open("/console/demo");
        await().untilAsserted(() ->
                assertThat(kim.text("latest")).contains(SagaId.brief(latest.id().toString())));

        select(page, "sku", "seat-1");
        select(page, "paymentMethod", "pm_charged_response_lost");
        select(page, "onBusy", "WAIT");
        ((HtmlInput) page.querySelector("input[name=orders]")).setValue("2");
        kim.click(page.getElementById("order-button"));

        await().untilAsserted(() -> assertThat(kim.text("outcome"))
                .contains("2 orders placed, the last one 01a1feca-7ee0-7687-8dad-330eeb12a177."));
        List<LoggedRequest> orders = ConsolePeers.changes("/orders");
        assertThat(orders).hasSize(before + 2);
        assertThat(orders.getLast().getBodyAsString())
                .contains("\"customerId\":\"demo\"")
                .contains("\"sku\":\"seat-1\"")
                .contains("\"paymentMethod\":\"pm_charged_response_lost\"")
                .contains("\"onBusy\":\"WAIT\"");
        assertThat(orders)
                .extracting(order -> order.getHeader("Idempotency-Key"))
                .doesNotHaveDuplicates();
    }

    @Test
    void setsTheGatewaysFaultAndShowsIt() {
        HtmlPage page = kim.open("/console/demo");
        await().untilAsserted(() -> assertThat(kim.text("fault")).contains("No fault is set"));
        ConsolePeers.answer(
                "/faults",
                200,
                "{\"faults\": [{\"scenario\": \"outage\", \"probability\": 0.5, \"times\": 20, \"struck\": 4}]}");

        select(page, "scenario", "outage");
        ((HtmlInput) page.querySelector("input[name=probability]")).setValue("0.5");
        kim.click(page.getElementById("fault-button"));

        await().untilAsserted(() -> assertThat(kim.text("outcome")).contains("outage is set."));
        await().untilAsserted(() -> assertThat(kim.text("fault"))
                .contains("outage with probability 0.5 for 20 attempts, met by 4 attempts so far"));
        LoggedRequest set = ConsolePeers.changes("/faults").getLast();
        assertThat(set.getMethod().getName()).isEqualTo("PUT");
        assertThat(set.getBodyAsString()).contains("\"scenario\":\"outage\"").contains("\"probability\":0.5");

        assertThat(kim.http()
                        .post("/console/demo/faults", "{\"scenario\": \"\"}")
                        .body())
                .contains("No fault is set any more.");
        assertThat(ConsolePeers.changes("/faults").getLast().getMethod().getName())
                .isEqualTo("DELETE");
    }

    @Test
    void saysInPlaceWhatIsRefused() {
        ConsolePeers.answer("/orders", 422, "{\"status\": 422, \"detail\": \"There is no such product\"}");

        assertThat(kim.http()
                        .post("/console/demo/orders", "{\"sku\": \"-\", \"quantity\": \"1\", \"orders\": \"3\"}")
                        .body())
                .contains("0 orders placed; the next was refused: There is no such product (422).");
        assertThat(kim.http()
                        .post("/console/demo/orders", "{\"orders\": \"21\"}")
                        .body())
                .contains("Place 1 to 20 orders at once.");
        assertThat(kim.http()
                        .post("/console/demo/faults", "{\"scenario\": \"outage\", \"times\": \"x\"}")
                        .body())
                .contains("Probability and times are numbers.");
    }

    @Test
    void isForOperators() {
        try (ConsoleBrowser vera = ConsoleFixture.browserOf("vera", "viewer")) {
            assertThat(vera.open("/console/demo").getElementById("order")).isNull();
            assertThat(vera.http().post("/console/demo/orders", "{}").statusCode())
                    .isEqualTo(403);
        }
    }

    private static void select(HtmlPage page, String name, String value) {
        HtmlSelect choice = page.querySelector("select[name=" + name + "]");
        choice.setSelectedAttribute(choice.getOptionByValue(value), true);
    }
}
