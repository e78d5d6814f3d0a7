package dev.layeredsaga.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.inventory.ClaimReleased;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.HtmlInput;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.HtmlSelect;
import org.junit.jupiter.api.Test;

/** An operator at the console, in a browser. */
class ConsoleTest extends SignedInTest {

    private static final Pattern SAGA_LINK = Pattern.compile("id=\"saga-([0-9a-f-]{36})\"");
    private static final Pattern NEXT_LINK = Pattern.compile("id=\"next-page\" href=\"([^\"]+)\"");

    @Test
    void findsTheStuckSagaReadsWhyRetriesItAndSeesItEnd() {
        PlacedOrder order = StuckOrder.stuck("mina", "no answer from inventory in room 7");

        await().untilAsserted(() -> assertThat(kim.text("overview"))
                .contains("Failing")
                .containsPattern("1 saga stuck for .*: no answer from inventory in room 7"));
        HtmlPage list = kim.click(kim.page().getElementById("tile-stuck"));
        assertThat(kim.text("rows")).contains("no answer from inventory in room 7");
        HtmlPage saga = kim.click(list.getElementById("saga-" + order.id()));
        assertThat(kim.text("state"))
                .contains("STUCK")
                .contains("no answer from inventory in room 7")
                .contains("mina")
                .contains("1 × seat-1")
                .contains("1990 KRW")
                .contains("COMPENSATE by kim");

        act(saga, "RETRY", "the inventory is back");
        await().untilAsserted(() -> assertThat(kim.text("outcome")).contains("RETRY is requested"));
        await().untilAsserted(() -> assertThat(kim.text("state"))
                .contains("COMPENSATING")
                .contains("RETRY by kim")
                .contains("the inventory is back"));

        order.reply("reserve", ClaimReleased::new);
        await().untilAsserted(() -> assertThat(kim.text("state")).contains("COMPENSATED"));
    }

    @Test
    void saysThatTheCircuitBreakerOfTheGatewayIsOpen() {
        CircuitBreaker breaker =
                ConsoleFixture.instance().bean(CircuitBreakerRegistry.class).circuitBreaker("payment-gateway");
        breaker.transitionToForcedOpenState();
        try {
            await().untilAsserted(
                            () -> assertThat(kim.http().get("/console/overview").body())
                                    .contains("the circuit breaker of payment-gateway is open")
                                    .containsPattern("Degraded|Failing"));
        } finally {
            breaker.reset();
        }
    }

    @Test
    void marksThePageThatIsOpen() {
        for (String page : List.of("/console", "/console/sagas", "/console/locks")) {
            HtmlPage open = kim.open(page);

            assertThat(open.querySelectorAll("nav a[aria-current=page]"))
                    .singleElement()
                    .isEqualTo(open.querySelector("nav a[href='" + page + "']"));
        }
    }

    @Test
    void runsNothingThatACustomerOrAParticipantHasWritten() {
        String hostile = "</title></svg><script>window.ran = 1</script>\"><img src=x onerror='window.ran = 1'>";
        PlacedOrder order = StuckOrder.stuck(hostile, hostile);
        String path = "/console/sagas/" + order.id();

        for (String address : List.of(path, path + "/state", "/console/sagas?status=STUCK", "/console")) {
            HttpResponse<String> page = kim.http().get(address);
            assertThat(page.body()).as(address).doesNotContain("<script>window").doesNotContain("<img");
        }
        assertThat(kim.http().get(path).body()).contains("&lt;script&gt;window.ran");
        HtmlPage page = kim.open(path);
        assertThat(kim.text("state")).contains(hostile);
        assertThat(page.executeJavaScript("typeof window.ran").getJavaScriptResult())
                .isEqualTo("undefined");
        assertThat(page.executeJavaScript("typeof htmx").getJavaScriptResult()).isEqualTo("object");
    }

    @Test
    void saysInPlaceThatTheRevisionIsStaleAndKeepsTheReason() {
        PlacedOrder order = StuckOrder.waiting("mina");
        HtmlPage page = kim.open("/console/sagas/" + order.id());
        String seen = revision(page);
        assertThat(new Operator(ConsoleFixture.api()).act(order.id(), "retry").status())
                .isEqualTo(202);

        synchronized (page) { // the page must not learn of the new revision before the click
            ((HtmlInput) page.getElementById("revision")).setValue(seen);
            act(page, "COMPENSATE", "the hall is closed");
        }

        await().untilAsserted(() -> assertThat(kim.text("outcome"))
                .contains("The saga has changed since you looked at it")
                .contains("you saw revision " + seen));
        assertThat(reason(page).getValue()).isEqualTo("the hall is closed");
        assertThat(order.column("status")).isEqualTo("RUNNING");

        await().until(() -> !revision(page).equals(seen));
        kim.click(page.getElementById("act-button"));
        await().untilAsserted(() -> assertThat(kim.text("outcome")).contains("COMPENSATE is requested"));
    }

    @Test
    void saysInPlaceThatTheSessionHasEndedAndKeepsTheReason() {
        PlacedOrder order = StuckOrder.waiting("mina");
        HtmlPage page = kim.open("/console/sagas/" + order.id());
        assertThat(kim.http().post("/console/sign-out", "{}").statusCode()).isEqualTo(200);

        act(page, "RETRY", "once more");

        await().untilAsserted(() -> assertThat(kim.text("connection")).contains("Your session has ended"));
        assertThat(reason(page).getValue()).isEqualTo("once more");
        assertThat(order.column("attempt")).isEqualTo("1");
    }

    @Test
    void saysWhatIsMissingInAForm() {
        UUID id = StuckOrder.waiting("mina").id();
        String path = "/console/sagas/" + id + "/actions";

        assertThat(kim.http().post(path, "{\"action\": \"RETRY\", \"reason\": \" \", \"revision\": \"1\"}"))
                .satisfies(answer -> says(answer, 400, "Say why"));
        assertThat(kim.http().post(path, "{\"action\": \"FLY\", \"reason\": \"-\", \"revision\": \"1\"}"))
                .satisfies(answer -> says(answer, 400, "Choose an action"));
        assertThat(kim.http().post(path, "{\"action\": \"RETRY\", \"reason\": \"-\", \"revision\": \"x\"}"))
                .satisfies(answer -> says(answer, 400, "Load the page again"));
        assertThat(kim.http().post(path, "{\"action\": ")).satisfies(answer -> says(answer, 400, "cannot be read"));
        String form = "{\"action\": \"SKIP\", \"reason\": \"-\", \"revision\": \"%d\"}"
                .formatted(new Operator(ConsoleFixture.api()).revision(id));
        assertThat(kim.http().post(path, form)).satisfies(answer -> says(answer, 409, "Only a compensation"));
    }

    @Test
    void saysWhatIsWrongWithAnAddressAndKeepsIt() {
        UUID unknown = UUID.randomUUID();

        says(kim.http().get("/console/sagas/" + unknown), 404, "There is no saga with the id " + unknown);
        says(kim.http().get("/console/sagas/1-1-1-1-1"), 404, "There is no saga with the id 1-1-1-1-1");
        says(kim.http().get("/console/nothing"), 404, "There is no page at this address");
        says(kim.http().get("/console/sagas/1/2/3"), 404, "There is no page at this address");
        says(kim.http().get("/console/"), 404, "href=\"/console\"");
        says(kim.http().get("/console/assets/console.css"), 200, "body");
        says(kim.http().get("/console/sagas?status=GONE"), 400, "'GONE' is no status");
        says(kim.http().get("/console/sagas?after=x&step=reserve"), 400, "value=\"reserve\"");
    }

    @Test
    void findsASagaByItsIdItsCustomerOrItsSku() {
        String customer = "c-" + UUID.randomUUID();
        String sku = "sku-" + UUID.randomUUID();
        UUID id = StuckOrder.waiting(UUID.randomUUID(), customer, sku).id();

        for (String text : List.of(
                "%20" + id,
                id.toString().replace("-", ""),
                id.toString().substring(0, 8) + "%E2%80%A6",
                customer,
                sku)) {
            HttpResponse<String> found = kim.http().get("/console/sagas/find?text=" + text);
            assertThat(found.headers().firstValue("Location")).as(text).hasValue("/console/sagas/" + id);
            assertThat(found.statusCode()).as(text).isEqualTo(303);
        }
        HtmlInput box = kim.page().querySelector("input[type=search]");
        box.setValue(customer);
        kim.click(kim.page().querySelector("[role=search] button"));
        assertThat(kim.page().getUrl().getPath()).isEqualTo("/console/sagas/" + id);
    }

    @Test
    void showsTheListUnlessExactlyOneSagaIsMeant() {
        String customer = "c-" + UUID.randomUUID();
        UUID one = StuckOrder.waiting(customer).id();
        UUID other = StuckOrder.waiting(customer).id();

        HttpResponse<String> both = kim.http().get("/console/sagas/find?text=" + customer);
        assertThat(both.statusCode()).isEqualTo(200);
        assertThat(both.body())
                .contains("value=\"&#34;" + customer + "&#34;\"")
                .contains("id=\"saga-" + one + "\"")
                .contains("id=\"saga-" + other + "\"");
        says(kim.http().get("/console/sagas/find?text=" + UUID.randomUUID()), 200, "No matching sagas.");
        says(kim.http().get("/console/sagas/find?text=" + "x".repeat(200)), 400, "at most 200 characters");
        UUID alike = UUID.fromString(
                one.toString().substring(0, 35) + (one.toString().endsWith("0") ? "1" : "0"));
        PlacedOrder unused = StuckOrder.waiting(alike, customer, "seat-1");
        says(
                kim.http().get("/console/sagas/find?text=" + one.toString().substring(0, 13)),
                400,
                "Several sagas begin with");
    }

    @Test
    void goesThroughManySagasWithoutGapsOrRepetitions() {
        List<UUID> started = PlacedOrder.startedSagas(120);
        List<UUID> seen = new ArrayList<>();
        String next = "/console/sagas?status=RUNNING&step=reserve";

        while (!next.isEmpty()) {
            String page = kim.http().get(next).body();
            Matcher saga = SAGA_LINK.matcher(page);
            while (saga.find()) {
                seen.add(UUID.fromString(saga.group(1)));
            }
            Matcher link = NEXT_LINK.matcher(page);
            next = link.find() ? link.group(1).replace("&amp;", "&") : "";
            assertThat(next).matches("|.*status=RUNNING&step=reserve&after=.*");
        }

        assertThat(seen).doesNotHaveDuplicates().containsAll(started);
    }

    @Test
    void answersAnUnchangedFragmentWithoutItsBody() {
        String path = "/console/sagas/rows?step=nowhere";
        HttpResponse<String> first = kim.http().get(path);

        HttpResponse<String> again = kim.http()
                .get(path, "If-None-Match", first.headers().firstValue("ETag").orElseThrow());

        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(first.headers().firstValue("Cache-Control")).hasValue("no-cache, private");
        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
    }

    private void act(HtmlPage page, String action, String reason) {
        HtmlSelect choice = page.querySelector("select[name=action]");
        choice.setSelectedAttribute(choice.getOptionByValue(action), true);
        reason(page).setValue(reason);
        kim.click(page.getElementById("act-button"));
    }

    private static HtmlInput reason(HtmlPage page) {
        return page.querySelector("input[name=reason]");
    }

    private static String revision(HtmlPage page) {
        synchronized (page) {
            DomElement revision = page.getElementById("revision");
            return revision == null ? "" : revision.getAttribute("value");
        }
    }
}
