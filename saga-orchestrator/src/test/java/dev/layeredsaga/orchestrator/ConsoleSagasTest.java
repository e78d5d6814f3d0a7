package dev.layeredsaga.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.console.SagaId;
import java.util.UUID;
import org.htmlunit.html.HtmlInput;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.HtmlSelect;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The console's filters of sagas, actions on many of them, and what a saga's page shows besides its state. */
class ConsoleSagasTest extends SignedInTest {

    private final String customer = "c-" + UUID.randomUUID();

    @Test
    void findsSagasByTheirContent() {
        PlacedOrder stuck = StuckOrder.stuck(customer, "No Answer from Room " + customer);
        PlacedOrder waiting = StuckOrder.waiting(customer);
        String other = StuckOrder.waiting("other-" + customer).id().toString();

        assertThat(rows("customer=" + customer))
                .contains(stuck.id().toString(), waiting.id().toString())
                .doesNotContain(other);
        assertThat(rows("customer=" + customer + "&sku=seat-1&status=STUCK"))
                .contains(stuck.id().toString())
                .doesNotContain(waiting.id().toString());
        assertThat(rows("customer=" + customer + "&sku=seat-2")).contains("No matching sagas.");
        assertThat(rows("text=no%20answer%20from%20room%20" + customer))
                .contains(stuck.id().toString())
                .doesNotContain(waiting.id().toString());
        assertThat(rows("customer=" + customer + "&reason=CANCELLED_BY_OPERATOR"))
                .contains(stuck.id().toString())
                .doesNotContain(waiting.id().toString());
        assertThat(rows("customer=" + customer + "&age=1h")).contains("No matching sagas.");
        assertThat(rows("customer=" + customer + "&age=0s"))
                .contains(waiting.id().toString());
        assertThat(rows("customer=%27%20OR%201=1")).contains("No matching sagas.");
    }

    @Test
    void goesOnWithTheNextPageBehindTheSagasThatASearchHasLookedAt() {
        String brief = SagaId.brief(StuckOrder.waiting(customer).id().toString());
        JdbcClient sql = OrchestratorInstance.shared().database();
        sql.sql("""
                INSERT INTO saga (id, definition, definition_version, status, direction, attempt, step_since, deadline, data,
                  sequence, created_at, updated_at, version)
                SELECT lpad(to_hex(i), 32, '0')::uuid, 'order', 1, 'COMPLETED', 'FORWARD', 1, old, old, '{}', 1,
                  old + interval '100 years', old, 0
                FROM generate_series(1, 20000) AS i, (SELECT timestamptz '2026-01-01 12:00:00Z' AS old) AS time
                """).update();
        try {
            HtmlPage first = kim.open("/console/sagas?customer=" + customer);

            assertThat(kim.text("rows"))
                    .contains("The search has looked at 20,000 sagas and goes on with the next page.")
                    .doesNotContain(brief);

            kim.click(first.getElementById("next-page"));

            assertThat(kim.text("rows")).contains(brief).doesNotContain("The search has looked at 20,000 sagas");
        } finally {
            sql.sql("DELETE FROM saga WHERE id < '00000001-0000-0000-0000-000000000000'")
                    .update();
        }
    }

    @Test
    void asksForEventsAndLedgerOnlyUntilTheSagaHasEnded() {
        PlacedOrder order = StuckOrder.waiting(customer);
        String path = "/console/sagas/" + order.id();
        assertThat(kim.http().get(path + "/events").body()).contains("hx-get=\"" + path + "/events\"");
        assertThat(kim.http().get(path + "/ledger").body()).contains("hx-get=\"" + path + "/ledger\"");

        OrchestratorInstance.shared()
                .database()
                .sql("UPDATE saga SET status = 'COMPENSATED', due_at = NULL, version = version + 1 WHERE id = ?")
                .param(order.id())
                .update();

        assertThat(kim.http().get(path + "/events").body())
                .contains("SagaStarted")
                .doesNotContain("hx-get");
        assertThat(kim.http().get(path + "/ledger").body()).doesNotContain("hx-get");
    }

    @Test
    void leadsToTheTrace() {
        String trace = "4bf92f3577b34da6a3ce929d0e0e4736";
        PlacedOrder order = StuckOrder.waiting(customer);
        OrchestratorInstance.shared()
                .database()
                .sql("UPDATE saga SET trace_parent = '00-%s-00f067aa0ba902b7-01', version = version + 1 WHERE id = ?"
                        .formatted(trace))
                .param(order.id())
                .update();

        assertThat(kim.http().get("/console/sagas/" + order.id() + "/events").body())
                .contains("href=\"" + ConsoleFixture.TRACES + trace + "\"");
    }

    @Test
    void doesWithAllOfAFilterWhatTheOperatorHasSeenAndNoMore() {
        PlacedOrder first = StuckOrder.waiting(customer);
        HtmlPage page = kim.open("/console/sagas?customer=" + customer);
        assertThat(page.getElementById("act-heading").asNormalizedText()).contains("have not ended: 1 saga");
        PlacedOrder second = StuckOrder.waiting(customer);

        act(page, "COMPENSATE", "the hall is closed");

        await().untilAsserted(() ->
                assertThat(kim.text("outcome")).contains("The filter means 2 sagas now; you were shown 1"));
        assertThat(first.column("status")).isEqualTo("RUNNING");

        act(kim.open("/console/sagas?customer=" + customer), "COMPENSATE", "the hall is closed");

        await().untilAsserted(() -> assertThat(kim.text("outcome")).contains("COMPENSATE is requested for 2 sagas."));
        assertThat(first.column("status")).isEqualTo("COMPENSATING");
        assertThat(second.column("status")).isEqualTo("COMPENSATING");
        await().untilAsserted(() ->
                assertThat(kim.text("rows")).contains("COMPENSATING").doesNotContain("RUNNING"));
    }

    @Test
    void actsOnNoSagasThatWereNotChosen() {
        PlacedOrder order = StuckOrder.waiting(customer);
        String all = "{\"action\": \"COMPENSATE\", \"because\": \"-\", \"expected\": \"1\"";

        says(kim.http().post("/console/sagas/actions", all + "}"), 400, "Filter the sagas first.");
        says(
                kim.http().post("/console/sagas/actions", all + ", \"status\": \"GONE\"}"),
                400,
                "Filter the sagas first.");
        String mine = ", \"customer\": \"" + customer + "\"}";
        says(
                kim.http()
                        .post(
                                "/console/sagas/actions",
                                "{\"action\": \"SKIP\", \"because\": \"-\", \"expected\": \"1\"" + mine),
                400,
                "Filter by the status STUCK");
        says(
                kim.http().post("/console/sagas/actions", "{\"action\": \"RETRY\", \"expected\": \"1\"" + mine),
                400,
                "Say why");
        says(
                kim.http()
                        .post(
                                "/console/sagas/actions",
                                "{\"action\": \"RESOLVE\", \"because\": \"-\", \"expected\": \"1\"" + mine),
                400,
                "Choose an action");
        assertThat(order.column("status")).isEqualTo("RUNNING");
        try (ConsoleBrowser vera = ConsoleFixture.browserOf("vera", "viewer")) {
            assertThat(vera.open("/console/sagas?customer=" + customer).getElementById("act"))
                    .isNull();
            assertThat(vera.http().post("/console/sagas/actions", all + mine).statusCode())
                    .isEqualTo(403);
        }
    }

    @Test
    void showsWhatTheGatewayHasWrittenDownAndWhatTheSagaHasPublished() {
        PlacedOrder order = StuckOrder.waiting(customer);
        ConsolePeers.answer("/ledger", 200, """
                {"entries": [{"sequence": 4, "type": "CAPTURED", "paymentId": "p-1", "orderId": "o", "amount": 1990,
                 "currency": "KRW", "idempotencyKey": "o:charge", "at": "2026-11-21T09:00:00Z"}]}""");

        kim.open("/console/sagas/" + order.id());

        await().untilAsserted(() -> assertThat(kim.text("events")).contains("SagaStarted"));
        await().untilAsserted(() -> assertThat(kim.text("ledger"))
                .contains("CAPTURED")
                .contains("1990 KRW")
                .contains("o:charge"));
    }

    @Test
    void saysSinceWhenTheGatewayIsNotReachableAndShowsTheRest() {
        PlacedOrder order = StuckOrder.waiting(customer);
        ConsolePeers.isAway("/ledger");

        kim.open("/console/sagas/" + order.id());

        await().untilAsserted(() -> assertThat(kim.text("ledger"))
                .containsPattern("Gateway: not reachable since \\d\\d:\\d\\d:\\d\\d UTC"));
        assertThat(kim.text("state")).contains("RUNNING").contains(customer);
    }

    @Test
    void showsOperatorsTheDataWithoutSecrets() {
        PlacedOrder order = StuckOrder.waiting(customer);
        String path = "/console/sagas/" + order.id() + "/data";

        assertThat(kim.http().get(path).body())
                .contains("customerId")
                .contains(customer)
                .doesNotContain("pm_ok");
        try (ConsoleBrowser vera = ConsoleFixture.browserOf("vera", "viewer")) {
            assertThat(vera.http().get(path).statusCode()).isEqualTo(403);
            assertThat(vera.open("/console/sagas/" + order.id()).getElementById("show-data"))
                    .isNull();
        }
    }

    private String rows(String filter) {
        return kim.http().get("/console/sagas/rows?" + filter).body();
    }

    private void act(HtmlPage page, String action, String because) {
        HtmlSelect choice = page.querySelector("select[name=action]");
        choice.setSelectedAttribute(choice.getOptionByValue(action), true);
        ((HtmlInput) page.querySelector("input[name=because]")).setValue(because);
        kim.click(page.getElementById("act-button"));
    }
}
